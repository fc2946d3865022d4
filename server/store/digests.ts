import { sql } from 'kysely'
import type { HoldReason } from '../../contract/notifications.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { DeliveryRow } from './deliveries.ts'

/** The longest period of a digest, and a day of margin. */
const LONGEST_HOLD_DAYS = 8

/**
 * Assigns these deliveries to one message.
 * @returns the message's id, which stays the same for every attempt
 */
export async function setMessage(tx: Tx, rows: readonly DeliveryRow[]): Promise<string> {
  const [first] = rows
  if (!first) throw new Error('a message has at least one delivery')
  const messageId = rows.find((row) => row.messageId)?.messageId ?? first.id
  await sql`update delivery set message_id = ${messageId} where id = any(${rows.map((row) => row.id)}::uuid[])`.execute(tx)
  return messageId
}

/**
 * Adds deliveries to a message's count of missed ones: held together with `row` for one of `reasons`, and expired before they
 * could be sent.
 */
export async function addMissed(tx: Tx, row: DeliveryRow, messageId: string, reasons: readonly HoldReason[]): Promise<void> {
  await sql`
    update delivery set message_id = ${messageId}
    where user_id = ${row.userId} and channel = ${row.channel} and target = ${row.target} and due_at = ${row.dueAt}
      and queued_at > ${row.dueAt}::timestamptz - make_interval(days => ${LONGEST_HOLD_DAYS}) and hold_reason = any(${reasons}::text[])
      and message_id is null and (status = 'expired' or status in ('held', 'waiting') and expires_at <= ${row.dueAt})`.execute(tx)
}

/** The matches that a message only counts, because their auctions ended before. */
export async function listMissed(db: Db, messageId: string): Promise<string[]> {
  const { rows } = await sql<{ matchId: string }>`
    select distinct match_id from delivery where message_id = ${messageId}
      and status in ('expired', 'held') and hold_reason <> 'unwanted'`.execute(db)
  return rows.map((row) => row.matchId)
}

/** Moves the expiry of pending deliveries when the end of their auction moves. */
export async function moveExpiries(tx: Tx, auctionIds: readonly string[], lifetimeMs: number): Promise<void> {
  if (auctionIds.length === 0) return
  await sql`
    update delivery set expires_at = least(due_at + make_interval(secs => ${lifetimeMs / 1000}), auction.ends_at)
    from match join auction on auction.id = match.auction_id
    where delivery.match_id = match.id and auction.id = any(${auctionIds}::uuid[])
      and delivery.status in ('waiting', 'held')`.execute(tx)
}

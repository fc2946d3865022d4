import { sql } from 'kysely'
import type { Money } from '../../contract/money.ts'
import type { Channel } from '../../contract/notifications.ts'
import type { Tx } from '../database/pool.ts'

type Key = { matchId: string; channel: Channel; target: string }
export type PendingRow = Key & { id: string; from: Money | null; queuedAt: Date; dueAt: Date; holdReason: string | null }

/** Unclaimed deliveries of earlier price changes of the same matches to the same targets, locked. */
export async function lockPendingChanges(tx: Tx, keys: readonly Key[]): Promise<PendingRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<PendingRow>`
    select delivery.id, delivery.match_id, channel, target, queued_at, due_at, hold_reason,
      coalesce(price_from, (select data->'from' from match_event
        where match_id = delivery.match_id and kind = delivery.event and occurrence = delivery.occurrence)) as "from"
    from delivery
    join unnest(
      ${keys.map((key) => key.matchId)}::uuid[], ${keys.map((key) => key.channel)}::text[], ${keys.map((key) => key.target)}::text[]
    ) as key (match_id, channel, target) using (match_id, channel, target)
    where event = 'priceChange' and status in ('waiting', 'held')
    order by queued_at for update of delivery`.execute(tx)
  return rows
}

export type MergedChange = {
  id: string
  occurrence: string
  from: Money | undefined
  filterIds: readonly string[]
  dueAt: Date
  expiresAt: Date
}

/** Updates pending deliveries to a later price. The occurrence is new for the match, so the alert key stays unique. */
export async function savePendingChanges(tx: Tx, changes: readonly MergedChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update delivery set occurrence = merged.occurrence, price_from = merged.price_from, due_at = merged.due_at,
      expires_at = merged.expires_at, filter_ids = string_to_array(merged.filter_ids, ',')::uuid[]
    from unnest(
      ${changes.map((change) => change.id)}::uuid[],
      ${changes.map((change) => change.occurrence)}::text[],
      ${changes.map((change) => (change.from ? JSON.stringify(change.from) : null))}::jsonb[],
      ${changes.map((change) => change.dueAt)}::timestamptz[],
      ${changes.map((change) => change.expiresAt)}::timestamptz[],
      ${changes.map((change) => change.filterIds.join(','))}::text[]
    ) as merged (id, occurrence, price_from, due_at, expires_at, filter_ids)
    where delivery.id = merged.id`.execute(tx)
}

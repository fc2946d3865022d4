import { type Selectable, sql } from 'kysely'
import type { Delivery, DeliveryStatus } from '../../contract/notifications.ts'
import type { Db } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import type { DeliveryRow } from './deliveries.ts'

type AttemptRow = Selectable<Database['deliveryAttempt']>

export type DeliveryQuery = {
  match?: string | undefined
  filter?: string | undefined
  status?: DeliveryStatus | undefined
  limit: number
  after?: { queuedAt: string; id: string } | undefined
}

/** A page of the ledger, newest first. */
export async function listDeliveries(
  db: Db,
  userId: string,
  query: DeliveryQuery,
): Promise<{ items: Delivery[]; after: { queuedAt: string; id: string } | null }> {
  const { rows } = await sql<DeliveryRow>`
    select * from delivery where user_id = ${userId}
      ${query.match ? sql`and match_id = ${query.match}` : sql``}
      ${query.filter ? sql`and ${query.filter}::uuid = any(filter_ids)` : sql``}
      ${query.status ? sql`and status = ${query.status}` : sql``}
      ${query.after ? sql`and (queued_at, id) < (${query.after.queuedAt}::timestamptz, ${query.after.id}::uuid)` : sql``}
    order by queued_at desc, id desc limit ${query.limit + 1}`.execute(db)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    items: await withAttempts(db, page),
    after: rows.length > query.limit && last ? { queuedAt: last.queuedAt.toISOString(), id: last.id } : null,
  }
}

export async function findDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  return (await loadDeliveries(db, [id])).get(id)
}

/** Those of these deliveries that are stored, by id. */
export async function loadDeliveries(db: Db, ids: readonly string[]): Promise<Map<string, Delivery>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('delivery').selectAll().where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  return new Map((await withAttempts(db, rows)).map((delivery) => [delivery.id, delivery]))
}

/** When the auction of a match was listed, seen and matched. */
type Origin = { matchId: string; auctionId: string; title: string; listedAt: string | null; seenAt: Date; matchedAt: Date }

async function loadOrigins(db: Db, matchIds: readonly string[]): Promise<Map<string, Origin>> {
  const { rows } = await sql<Origin>`
    select match.id as match_id, auction.id as auction_id, listing ->> 'title' as title, listing ->> 'startsAt' as listed_at,
      first_seen_at as seen_at, matched_at
    from match join auction on auction.id = match.auction_id where match.id = any(${matchIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.matchId, row]))
}

async function withAttempts(db: Db, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  const origins = await loadOrigins(db, [...new Set(rows.map((row) => row.matchId))])
  const attempts = await db
    .selectFrom('deliveryAttempt')
    .selectAll()
    .where('deliveryId', '=', sql<string>`any(${rows.map((row) => row.id)}::uuid[])`)
    .orderBy('at')
    .execute()
  const attemptsOf = Map.groupBy(attempts, (attempt) => attempt.deliveryId)
  return rows.flatMap((row) => {
    const origin = origins.get(row.matchId)
    return origin ? [toDelivery(row, origin, attemptsOf.get(row.id) ?? [])] : []
  })
}

function toDelivery(row: DeliveryRow, origin: Origin, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.id,
    matchId: row.matchId,
    filterIds: row.filterIds,
    event: row.event,
    channel: row.channel,
    target: row.targetLabel,
    status: row.status,
    ...reasonOf(row),
    ...(row.messageId ? { messageId: row.messageId } : {}),
    attempts: attempts.map(({ at, status, ms, detail }) => ({ at: at.toISOString(), status, ms, detail })),
    auction: {
      id: origin.auctionId,
      title: origin.title,
      ...(origin.listedAt ? { listedAt: origin.listedAt } : {}),
      seenAt: origin.seenAt.toISOString(),
    },
    matchedAt: origin.matchedAt.toISOString(),
    queuedAt: row.queuedAt.toISOString(),
    ...(row.acceptedAt ? { acceptedAt: row.acceptedAt.toISOString() } : {}),
    ...(row.shownAt ? { shownAt: row.shownAt.toISOString() } : {}),
    ...(row.openedAt ? { openedAt: row.openedAt.toISOString() } : {}),
  }
}

function reasonOf({ status, holdReason, waitReason, dueAt }: DeliveryRow): Pick<Delivery, 'reason' | 'dueAt'> {
  const reason = status === 'waiting' ? waitReason : holdReason
  const isWaiting = status === 'waiting' || status === 'held'
  return { ...(reason ? { reason } : {}), ...(isWaiting ? { dueAt: dueAt.toISOString() } : {}) }
}

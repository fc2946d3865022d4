import { sql } from 'kysely'
import type { Listing } from '../../contract/auction.ts'
import type { Db } from '../database/pool.ts'
import type { LogPosition } from './logs.ts'

/** A stored auction without the fields that only the app shows: texts, pictures, links. */
export type RecentRow = { id: string; firstSeenAt: Date; facts: Omit<Listing, 'title' | 'description' | 'images' | 'url'> }

const OMITTED_FIELDS = [
  'title',
  'description',
  'images',
  'url',
  'externalId',
  'startPrice',
  'buyNowPrice',
  'startsAt',
  'endPrecision',
]

/** The auctions first seen since `since`, oldest first, in batches. */
export async function* readRecentAuctions(db: Db, since: Date, batchSize: number): AsyncGenerator<RecentRow[]> {
  let after = { at: since, id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await sql<RecentRow>`
      select id, first_seen_at, listing - ${OMITTED_FIELDS}::text[] as facts from auction
      where (first_seen_at, id) > (${after.at}, ${after.id}::uuid) order by first_seen_at, id limit ${batchSize}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = { at: last.firstSeenAt, id: last.id }
  }
}

/** Those of these auctions that are stored. */
export async function loadRecentAuctions(db: Db, ids: readonly string[]): Promise<RecentRow[]> {
  const { rows } = await sql<RecentRow>`
    select id, first_seen_at, listing - ${OMITTED_FIELDS}::text[] as facts from auction
    where id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** The index numbers greater than `after`, with their auctions. */
export async function listNumbers(db: Db, after: number, limit: number): Promise<{ number: number; auctionId: string }[]> {
  return db
    .selectFrom('auctionWords')
    .select(['number', 'auctionId'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** The distinct auctions in the log behind `position`, and the new position. `isAll`: the end of the log is reached. */
export async function readChangedAuctions(
  db: Db,
  position: LogPosition,
  limit: number,
): Promise<{ ids: string[]; position: LogPosition; isAll: boolean }> {
  const { rows } = await sql<LogPosition & { auctionId: string }>`
    select xid::text as xid, id, auction_id from auction_event
    where (xid, id) > (${position.xid}::xid8, ${position.id}) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by auction_event.xid, id limit ${limit}`.execute(db)
  const last = rows.at(-1)
  return {
    ids: [...new Set(rows.map(({ auctionId }) => auctionId))],
    position: last ? { xid: last.xid, id: last.id } : position,
    isAll: rows.length < limit,
  }
}

/** The last readable position of the auction log. */
export async function endOfAuctionEvents(db: Db): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    select xid::text as xid, id from auction_event
    where xid < pg_snapshot_xmin(pg_current_snapshot()) order by auction_event.xid desc, id desc limit 1`.execute(db)
  return rows[0] ?? { xid: '0', id: 0 }
}

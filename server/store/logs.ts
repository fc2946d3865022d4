import { sql } from 'kysely'
import type { Db, Tx } from '../database/pool.ts'
import type { AuctionEventData, AuctionEventKind, UserEventKind } from '../database/schema.ts'
import { deleteOldest } from './deleteOldest.ts'

/** A position in a log, behind the last row that was read. */
export type LogPosition = { xid: string; id: number }

export type AuctionLogEntry = LogPosition & {
  source: 'auction'
  subject: string
  kind: AuctionEventKind
  data: AuctionEventData
  at: Date
}
export type FilterLogEntry = LogPosition & { source: 'filter'; subject: string; at: Date }
export type LogEntry = AuctionLogEntry | FilterLogEntry

/**
 * Events of auctions and filters behind `position`, in an order that is the same for every reader.
 * Rows of transactions that are not older than the oldest running one are not returned yet: an earlier transaction may still
 * commit rows that precede them.
 */
export async function readLog(db: Db, position: LogPosition, limit: number): Promise<LogEntry[]> {
  const { rows } = await sql<LogEntry>`
    (select xid::text as xid, id, 'auction' as source, auction_id as subject, kind, data, at
      from auction_event
      where (xid, id) > (${position.xid}::xid8, ${position.id}) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by auction_event.xid, id limit ${limit})
    union all
    (select xid::text, id, 'filter', filter_id, null, null, at
      from filter_change
      where (xid, id) > (${position.xid}::xid8, ${position.id}) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by filter_change.xid, id limit ${limit})`.execute(db)
  // xid8 as text does not sort numerically.
  return rows.sort((a, b) => (a.xid === b.xid ? a.id - b.id : BigInt(a.xid) < BigInt(b.xid) ? -1 : 1)).slice(0, limit)
}

/** A reader's position; a new reader starts at the beginning of the log. */
export async function readCursor(db: Db, reader: string): Promise<LogPosition> {
  const row = await db.selectFrom('logCursor').selectAll().where('reader', '=', reader).executeTakeFirst()
  if (row) return { xid: row.xid, id: row.id }
  await db
    .insertInto('logCursor')
    .values({ reader, xid: '0', id: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { xid: '0', id: 0 }
}

/**
 * Moves the cursor.
 * @returns false when it is no longer at `from`, because another process has done this work
 */
export async function moveCursor(tx: Tx, reader: string, from: LogPosition, to: LogPosition): Promise<boolean> {
  const { rows } = await sql`
    update log_cursor set xid = ${to.xid}::xid8, id = ${to.id}
    where reader = ${reader} and xid = ${from.xid}::xid8 and id = ${from.id} returning reader`.execute(tx)
  return rows.length > 0
}

export type UserEvent = LogPosition & { userId: string; kind: UserEventKind; subject: string }

/** Logs that something a user sees has changed; `GET /api/events` reads it. */
export async function logUserEvents(
  db: Db,
  events: readonly { userId: string; kind: UserEventKind; subject: string }[],
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into user_event (user_id, kind, subject) select * from unnest(
      ${events.map((event) => event.userId)}::uuid[],
      ${events.map((event) => event.kind)}::text[],
      ${events.map((event) => event.subject)}::uuid[])`.execute(db)
}

/** As {@link readLog}, for user events, of one user if given. */
export async function readUserEvents(db: Db, position: LogPosition, limit: number, userId?: string): Promise<UserEvent[]> {
  const { rows } = await sql<UserEvent>`
    select xid::text as xid, id, user_id, kind, subject from user_event
    where (xid, id) > (${position.xid}::xid8, ${position.id})
      and xid < pg_snapshot_xmin(pg_current_snapshot())
      and (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)
    order by user_event.xid, id limit ${limit}`.execute(db)
  return rows
}

/** The last readable position of the user event log. */
export async function endOfUserEvents(db: Db): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    select xid::text as xid, id from user_event
    where xid < pg_snapshot_xmin(pg_current_snapshot()) order by user_event.xid desc, id desc limit 1`.execute(db)
  return rows[0] ?? { xid: '0', id: 0 }
}

/** Whether every row behind `position` is still stored. */
export async function isUserEventKept(db: Db, position: LogPosition): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_event where xid = ${position.xid}::xid8 and id = ${position.id}`.execute(db)
  return rows.length > 0
}

/** Deletes old rows that every reader has passed. @returns whether there may be more */
export async function trimLogs(db: Db, before: Date): Promise<boolean> {
  const key = sql`xid, id`
  const isPassed = sql`(xid, id) < (select xid, id from log_cursor order by xid, id limit 1)`
  const isMore = [await deleteOldest(db, 'user_event', { key, isOld: sql`at < ${before}` })]
  for (const table of ['auction_event', 'filter_change'])
    isMore.push(await deleteOldest(db, table, { key, isOld: sql`at < ${before} and ${isPassed}` }))
  return isMore.includes(true)
}

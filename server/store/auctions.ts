import { type Selectable, sql } from 'kysely'
import type { Auction, AuctionStatus, Listing, PricePoint } from '../../contract/auction.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { AuctionEventData, AuctionEventKind, Database } from '../database/schema.ts'
import { MAX_PREVIEWED, PREVIEW_WINDOW_MS } from '../limits.ts'

export type AuctionRow = Selectable<Database['auction']>

/** An auction to be stored, with the event of the change. */
export type AuctionChange = {
  id: string
  listing: Listing
  status: AuctionStatus
  seenAt: Date
  event?: { kind: AuctionEventKind; data: AuctionEventData }
}

/**
 * Only one transaction at a time may write a marketplace's auctions. Two searches of one marketplace can show the same lots, and
 * both would find a lot new.
 */
export async function lockMarketplace(tx: Tx, marketplace: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`auctions of ${marketplace}`}, 0))`.execute(tx)
}

/** The stored auctions with these external ids. */
export async function findByExternalIds(db: Db, marketplace: string, externalIds: readonly string[]): Promise<AuctionRow[]> {
  return db
    .selectFrom('auction')
    .selectAll()
    .where('marketplace', '=', marketplace)
    .where('externalId', '=', sql<string>`any(${externalIds}::text[])`)
    .execute()
}

/** The stored auction of one of these marketplaces with exactly this link; if there are several, the one seen last. */
export async function findByLink(db: Db, marketplaces: readonly string[], link: string): Promise<AuctionRow | undefined> {
  return db
    .selectFrom('auction')
    .selectAll()
    .where('link', '=', link)
    .where('marketplace', '=', sql<string>`any(${marketplaces}::text[])`)
    .orderBy('lastSeenAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The active auctions of a marketplace that are not among these external ids. */
export async function listActiveExcept(db: Db, marketplace: string, externalIds: readonly string[]): Promise<AuctionRow[]> {
  return db
    .selectFrom('auction')
    .selectAll()
    .where('marketplace', '=', marketplace)
    .where('status', '=', 'active')
    .where(sql<boolean>`external_id <> all(${externalIds}::text[])`)
    .execute()
}

export async function countActive(db: Db, marketplace: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('auction')
    .select(sql<number>`count(*)`.as('count'))
    .where('marketplace', '=', marketplace)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .executeTakeFirstOrThrow()
  return count
}

const isEndRevised = sql`(auction.ends_at, auction.status) is distinct from (excluded.ends_at, excluded.status)`

/** A change that the database refused. `reason` is for the log and quotes nothing of the listing. */
export type RefusedChange = { readonly change: AuctionChange; readonly reason: string }

/** Classes of SQLSTATE caused by the data: data exceptions, violated constraints, values too large for an index. */
const DATA_FAULT_CLASSES: ReadonlySet<string> = new Set(['22', '23', '54'])

/**
 * Writes new and changed auctions, their events and their price points. Changes that the database refuses because of their data
 * are left out. They are found by halving: k of n changes take about 2 k log n attempts. Other errors are thrown.
 */
export async function saveAuctions(tx: Tx, changes: readonly AuctionChange[]): Promise<RefusedChange[]> {
  if (changes.length === 0) return []
  await sql`savepoint auctions`.execute(tx)
  try {
    await saveAllAuctions(tx, changes)
    await sql`release savepoint auctions`.execute(tx)
    return []
  } catch (error) {
    if (!isDataFault(error)) throw error
    await sql`rollback to savepoint auctions`.execute(tx)
    await sql`release savepoint auctions`.execute(tx)
    const [change] = changes
    if (changes.length === 1 && change) return [{ change, reason: `the database refuses it (SQLSTATE ${error.code})` }]
    const half = Math.ceil(changes.length / 2)
    return [...(await saveAuctions(tx, changes.slice(0, half))), ...(await saveAuctions(tx, changes.slice(half)))]
  }
}

function isDataFault(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && DATA_FAULT_CLASSES.has(error.code.slice(0, 2))
  )
}

async function saveAllAuctions(tx: Tx, changes: readonly AuctionChange[]): Promise<void> {
  await sql`
    insert into auction (id, marketplace, external_id, listing, status, price_amount, price_currency, ends_at, first_seen_at, last_seen_at)
    select * from unnest(
      ${changes.map((change) => change.id)}::uuid[],
      ${changes.map((change) => change.listing.marketplace)}::text[],
      ${changes.map((change) => change.listing.externalId)}::text[],
      ${changes.map((change) => JSON.stringify(change.listing))}::jsonb[],
      ${changes.map((change) => change.status)}::text[],
      ${changes.map((change) => change.listing.price?.amount ?? null)}::bigint[],
      ${changes.map((change) => change.listing.price?.currency ?? null)}::text[],
      ${changes.map((change) => change.listing.endsAt ?? null)}::timestamptz[],
      ${changes.map((change) => change.seenAt)}::timestamptz[],
      ${changes.map((change) => change.seenAt)}::timestamptz[])
    on conflict (id) do update set
      listing = excluded.listing, status = excluded.status, price_amount = excluded.price_amount,
      price_currency = excluded.price_currency, ends_at = excluded.ends_at, last_seen_at = excluded.last_seen_at,
      missing_polls = 0,
      end_revision = auction.end_revision + case when ${isEndRevised} then 1 else 0 end,
      end_revised_at = case when ${isEndRevised} then excluded.last_seen_at else auction.end_revised_at end`.execute(tx)

  const events = changes.flatMap((change) => (change.event ? [{ auctionId: change.id, ...change.event }] : []))
  if (events.length > 0) {
    await sql`
      insert into auction_event (auction_id, kind, data)
      select * from unnest(
        ${events.map((event) => event.auctionId)}::uuid[],
        ${events.map((event) => event.kind)}::text[],
        ${events.map((event) => JSON.stringify(event.data))}::jsonb[])`.execute(tx)
  }
  const priced = changes.filter(({ event }) => event?.kind === 'listed' || event?.kind === 'priceChanged')
  const points = priced.flatMap(({ id, seenAt, listing }) =>
    listing.price ? [{ id, seenAt, listing, price: listing.price }] : [],
  )
  if (points.length > 0) {
    await sql`
      insert into price_point (auction_id, at, amount, currency, bid_count)
      select * from unnest(
        ${points.map((point) => point.id)}::uuid[],
        ${points.map((point) => point.seenAt)}::timestamptz[],
        ${points.map((point) => point.price.amount)}::bigint[],
        ${points.map((point) => point.price.currency)}::text[],
        ${points.map((point) => point.listing.bidCount ?? null)}::integer[])
      on conflict do nothing`.execute(tx)
  }
}

/** Records that a poll showed these auctions unchanged. */
export async function touchAuctions(tx: Tx, ids: readonly string[], seenAt: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`update auction set last_seen_at = ${seenAt}, missing_polls = 0 where id = any(${ids}::uuid[])`.execute(tx)
}

/** Counts a complete poll that did not contain these active auctions. */
export async function countMissing(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update auction set missing_polls = missing_polls + 1 where id = any(${ids}::uuid[])`.execute(tx)
}

/** Closes auctions and logs the event. */
export async function closeAuctions(tx: Tx, ids: readonly string[], status: 'ended' | 'gone'): Promise<void> {
  if (ids.length === 0) return
  await sql`update auction set status = ${status}, end_revision = end_revision + 1, end_revised_at = now()
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`insert into auction_event (auction_id, kind) select unnest(${ids}::uuid[]), ${status}`.execute(tx)
}

/** Active auctions that ended before `before`. They are locked; rows locked by another process are skipped. */
export async function listOverdue(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('auction')
    .select('id')
    .where('status', '=', 'active')
    .where('endsAt', '<', before)
    .orderBy('endsAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

export async function loadAuctions(db: Db, ids: readonly string[]): Promise<Map<string, Auction>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('auction').selectAll().where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  return new Map(rows.map((row) => [row.id, toAuction(row)]))
}

/** The active auctions listed before `beforeXid` in the log, in batches by id. New filters are matched against them. */
export async function* readActiveAuctions(db: Db, beforeXid: string, now: Date, batchSize: number): AsyncGenerator<Auction[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db
      .selectFrom('auction')
      .selectAll()
      .where('status', '=', 'active')
      .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
      .where(sql<boolean>`listed_xid < ${beforeXid}::xid8`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toAuction)
    after = last.id
  }
}

/** The newest active auctions that have a picture and do not end before `runningAt`, newest first. */
export async function listNewestPictured(db: Db, runningAt: Date, limit: number): Promise<Auction[]> {
  const rows = await db
    .selectFrom('auction')
    .selectAll()
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', runningAt)]))
    .where(sql<boolean>`listing #> '{images,0}' is not null`)
    .orderBy('firstSeenAt', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAuction)
}

/**
 * The start of the range of previews by first sight: 30 days ago, or later if there are more auctions than a preview searches.
 */
export async function previewedSince(db: Db, now: Date): Promise<Date> {
  const windowStart = new Date(now.getTime() - PREVIEW_WINDOW_MS)
  const oldest = await db
    .selectFrom('auction')
    .select('firstSeenAt')
    .orderBy('firstSeenAt', 'desc')
    .offset(MAX_PREVIEWED - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest && oldest.firstSeenAt > windowStart ? oldest.firstSeenAt : windowStart
}

/** When the first stored auction was seen; undefined while there is none. */
export async function firstSightOfAll(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('auction').select('firstSeenAt').orderBy('firstSeenAt').limit(1).executeTakeFirst()
  return row?.firstSeenAt
}

/** Active auctions that end between two times. */
export async function listEndingBetween(db: Db, from: Date, to: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('auction')
    .select('id')
    .where('status', '=', 'active')
    .where('endsAt', '>', from)
    .where('endsAt', '<=', to)
    .execute()
  return rows.map((row) => row.id)
}

export async function listPriceHistory(db: Db, auctionId: string): Promise<PricePoint[]> {
  const rows = await db.selectFrom('pricePoint').selectAll().where('auctionId', '=', auctionId).orderBy('at').execute()
  return rows.map((row) => ({
    at: row.at.toISOString(),
    price: { amount: row.amount, currency: row.currency },
    ...(row.bidCount === null ? {} : { bidCount: row.bidCount }),
  }))
}

export function toAuction(row: Pick<AuctionRow, 'id' | 'listing' | 'firstSeenAt' | 'lastSeenAt' | 'status'>): Auction {
  return {
    ...row.listing,
    id: row.id,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    status: row.status,
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database/pool.ts'
import { lockMarketplace } from './auctions.ts'
import { deleteOldest, ROWS_PER_STATEMENT } from './deleteOldest.ts'

/** Deletes finished deliveries with their attempts. Ids are in the order of creation. @returns whether there may be more */
export function deleteOldDeliveries(db: Db, before: Date): Promise<boolean> {
  return deleteOldest(db, 'delivery', {
    key: sql`id`,
    isOld: sql`queued_at < ${before} and status not in ('waiting', 'held', 'sending')`,
  })
}

/** @param before its day is kept, in UTC; @returns whether there may be more */
export function deleteOldPollDays(db: Db, before: Date): Promise<boolean> {
  return deleteOldest(db, 'poll_day', { key: sql`day`, isOld: sql`day < (${before}::timestamptz at time zone 'UTC')::date` })
}

/** @returns whether there may be more */
export function deleteOldSearchCounts(db: Db, before: Date): Promise<boolean> {
  return deleteOldest(db, 'user_search', {
    key: sql`month`,
    isOld: sql`month < date_trunc('month', ${before}::timestamptz at time zone 'UTC')`,
  })
}

/** @returns whether there may be more */
export function deleteOldFilterReports(db: Db, before: Date): Promise<boolean> {
  return deleteOldest(db, 'filter_report', { key: sql`created_at`, isOld: sql`created_at < ${before}` })
}

/**
 * SQL: when an auction ended, or will end; null when that is unknown. The indexes `auction_ended_at_id_idx` and
 * `auction_first_seen_at_id_idx` contain this expression.
 */
const endedAt = sql`(case when auction.status = 'active' then auction.ends_at else least(auction.ends_at, auction.end_revised_at) end)`

/** Which auctions are deleted. */
export type AuctionRule = {
  /** SQL, true for them. It is checked again when they are deleted, because polls may have changed them. */
  readonly condition: RawBuilder<unknown>
  /** SQL of the keys by which they are read, as text, in this order. */
  readonly keys: readonly RawBuilder<unknown>[]
  readonly types: readonly string[]
  /** Whether an auction with a saved match is kept, with the saved matches. */
  readonly keepsSaved: boolean
  /** Whose auctions, if the rule is a marketplace's own. */
  readonly marketplace?: string
}

/** Auctions that ended before `before`. */
export const endedBefore = (before: Date): AuctionRule => ({
  condition: sql`${endedAt} < ${before}`,
  keys: [endedAt, sql`id`],
  types: ['timestamptz', 'uuid'],
  keepsSaved: true,
})

/** Auctions without a known end that no poll has shown since `before`. */
export const unseenSince = (before: Date): AuctionRule => ({
  condition: sql`${endedAt} is null and first_seen_at < ${before} and last_seen_at < ${before}`,
  keys: [sql`first_seen_at`, sql`id`],
  types: ['timestamptz', 'uuid'],
  keepsSaved: true,
})

/** Auctions of a marketplace that no poll has shown since `before`. */
export const outdated = (marketplace: string, before: Date): AuctionRule => ({
  condition: sql`marketplace = ${marketplace} and last_seen_at < ${before}`,
  keys: [sql`external_id`],
  types: ['text'],
  keepsSaved: false,
  marketplace,
})

/** The keys of an auction, as text. */
export type AuctionPlace = { readonly id: string; readonly keys: readonly string[] }

/** The auctions of a rule behind a place, in the order of the rule's keys. */
export async function listAuctionsOf(
  db: Db,
  { condition, keys, types }: AuctionRule,
  after: AuctionPlace | undefined,
  limit: number,
): Promise<AuctionPlace[]> {
  const order = sql.join(keys)
  const place = after && sql.join(after.keys.map((key, index) => sql`${key}::${sql.raw(types[index] ?? 'text')}`))
  const { rows } = await sql<AuctionPlace>`
    select id, array[${sql.join(keys.map((key) => sql`${key}::text`))}] as keys from auction
    where ${condition} ${place ? sql`and (${order}) > (${place})` : sql``}
    order by ${order} limit ${limit}`.execute(db)
  return rows
}

/**
 * Deletes matches of these auctions, with events, reminders and deliveries.
 * @returns whether there may be more
 */
export async function deleteMatchesOf(db: Db, ids: readonly string[], rule: AuctionRule): Promise<boolean> {
  const isWanted = rule.keepsSaved ? sql`state <> 'saved'` : sql`true`
  const { numAffectedRows = 0n } = await sql`
    delete from match where ${isWanted} and id in (
      select match.id from match join auction on auction.id = match.auction_id
      where auction.id = any(${ids}::uuid[]) and ${rule.condition} and ${isWanted} limit ${ROWS_PER_STATEMENT})`.execute(db)
  return numAffectedRows === BigInt(ROWS_PER_STATEMENT)
}

/**
 * Deletes those of these auctions that have no matches, with their prices and words.
 * @param loggedSince logs the deletion of auctions first seen since then, for those who keep them in memory
 * @returns how many
 */
export async function deleteUnmatched(db: Db, ids: readonly string[], rule: AuctionRule, loggedSince: Date): Promise<number> {
  const { marketplace } = rule
  const remove = async (tx: Db | Tx) => {
    const { rows } = await sql`
      with deleted as (
        delete from auction where id = any(${ids}::uuid[]) and ${rule.condition}
          and not exists (select from match where match.auction_id = auction.id)
        returning id, first_seen_at
      ), logged as (
        insert into auction_event (auction_id, kind) select id, 'deleted' from deleted where first_seen_at >= ${loggedSince}
      )
      select from deleted`.execute(tx)
    return rows.length
  }
  if (marketplace === undefined) return remove(db)
  // A poll reads its auctions first and writes later: one that is deleted in between would be lost until the next poll.
  return db.transaction().execute(async (tx) => {
    await lockMarketplace(tx, marketplace)
    return remove(tx)
  })
}

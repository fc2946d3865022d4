import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'

export type SearchRow = Selectable<Database['search']>

/** Creates the rows of new searches and budgets, and deletes those without a connector. */
export async function registerSearches(
  db: Db,
  searches: readonly { marketplace: string; key: string; minIntervalMs: number; calls: number }[],
): Promise<void> {
  const marketplaces = searches.map((search) => search.marketplace)
  const keys = searches.map((search) => search.key)
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into search (marketplace, key, interval_ms)
      select * from unnest(${marketplaces}::text[], ${keys}::text[], ${searches.map((search) => search.minIntervalMs)}::integer[])
      on conflict do nothing`.execute(tx)
    await sql`
      insert into marketplace_state (marketplace, calls_left)
      select * from unnest(${marketplaces}::text[], ${searches.map((search) => search.calls)}::double precision[])
      on conflict do nothing`.execute(tx)
    await sql`
      delete from search where not exists (
        select from unnest(${marketplaces}::text[], ${keys}::text[]) as known (marketplace, key)
        where known.marketplace = search.marketplace and known.key = search.key)`.execute(tx)
  })
}

/** Claims due searches for `leaseMs`. Each lease has its own name, so that its owner notices when it is lost. */
export async function claimSearches(db: Db, owner: string, leaseMs: number, limit: number): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    update search set lease_until = now() + ${leaseMs} * interval '1 millisecond', lease_owner = ${owner} || ' ' || gen_random_uuid()
    where (marketplace, key) in (
      select search.marketplace, key from search join marketplace_state using (marketplace)
      where next_at <= now() and (lease_until is null or lease_until < now())
        and (paused_until is null or paused_until <= now())
      order by next_at limit ${limit} for update of search skip locked)
    returning *`.execute(db)
  return rows
}

/** Extends this poller's leases. */
export async function renewLeases(db: Db, owner: string, leaseMs: number): Promise<void> {
  await sql`
    update search set lease_until = now() + ${leaseMs} * interval '1 millisecond'
    where starts_with(lease_owner, ${owner} || ' ') and lease_until is not null`.execute(db)
}

/** Milliseconds until the next search is due; negative when overdue, undefined when there is none. */
export async function msUntilNextSearch(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from min(greatest(next_at, coalesce(lease_until, next_at), coalesce(paused_until, next_at))) - now())::float8 * 1000 as ms
    from search join marketplace_state using (marketplace)`.execute(db)
  return rows[0]?.ms ?? undefined
}

/**
 * Takes one call from a marketplace's budget (a token bucket of `calls`, refilled evenly over `perMs` by the database's clock)
 * if more than `reserve` remain.
 * @returns whether a call was taken
 */
export async function takeCall(
  db: Db,
  marketplace: string,
  budget: { calls: number; perMs: number },
  reserve = 0,
): Promise<boolean> {
  const filled = sql`least(${budget.calls}::float8, calls_left + extract(epoch from now() - refilled_at) * 1000 * ${budget.calls}::float8 / ${budget.perMs}::float8)`
  const { rows } = await sql`
    update marketplace_state set calls_left = ${filled} - 1, refilled_at = now()
    where marketplace = ${marketplace} and ${filled} >= ${1 + reserve}::float8 and (paused_until is null or paused_until <= now())
    returning calls_left`.execute(db)
  return rows.length > 0
}

/** Stops calls to this marketplace for `ms`. */
export async function pauseMarketplace(db: Db, marketplace: string, ms: number): Promise<void> {
  await sql`
    update marketplace_state set paused_until = greatest(coalesce(paused_until, now()), now() + ${ms} * interval '1 millisecond')
    where marketplace = ${marketplace}`.execute(db)
}

/** Releases a search without a poll; it is due again in `ms`. */
export async function postponeSearch(db: Db, search: SearchRow, ms: number): Promise<void> {
  await db
    .updateTable('search')
    .set({ nextAt: sql<Date>`now() + ${ms} * interval '1 millisecond'`, leaseUntil: null, leaseOwner: null })
    .where('marketplace', '=', search.marketplace)
    .where('key', '=', search.key)
    .where('leaseOwner', '=', search.leaseOwner)
    .execute()
}

export type SearchOutcome = {
  intervalMs: number
  /** Milliseconds until the next run: the interval with jitter. */
  nextInMs: number
} & (
  | { isSuccess: true; cursor: unknown; validators: { etag?: string; lastModified?: string } }
  | { isSuccess: false; error: string }
)

/**
 * Ends a poll: moves the cursor or records the failure, and releases the lease.
 * @returns false when the lease was lost
 */
export async function finishSearch(db: Db, search: SearchRow, outcome: SearchOutcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('search')
    .set({
      intervalMs: outcome.intervalMs,
      nextAt: sql<Date>`now() + ${outcome.nextInMs} * interval '1 millisecond'`,
      leaseUntil: null,
      leaseOwner: null,
    })
    .$if(outcome.isSuccess, (query) =>
      query.set({
        cursor: outcome.isSuccess ? JSON.stringify(outcome.cursor) : null,
        validators: outcome.isSuccess ? JSON.stringify(outcome.validators) : '{}',
        isBaselineDone: true,
        failures: 0,
        lastSuccessAt: sql<Date>`now()`,
        lastError: null,
      }),
    )
    .$if(!outcome.isSuccess, (query) =>
      query.set((eb) => ({
        failures: eb('failures', '+', 1),
        lastError: outcome.isSuccess ? null : outcome.error,
      })),
    )
    .where('marketplace', '=', search.marketplace)
    .where('key', '=', search.key)
    .where('leaseOwner', '=', search.leaseOwner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether any search of the marketplace has completed once: after that, new auctions alert. */
export async function isBaselineDone(tx: Tx, marketplace: string): Promise<boolean> {
  const row = await tx
    .selectFrom('search')
    .select('key')
    .where('marketplace', '=', marketplace)
    .where('isBaselineDone', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function countPoll(db: Db, marketplace: string): Promise<void> {
  await sql`
    insert into poll_day (marketplace, day, polls) values (${marketplace}, (now() at time zone 'UTC')::date, 1)
    on conflict (marketplace, day) do update set polls = poll_day.polls + 1`.execute(db)
}

/** Counts a user's search of the stored auctions (a preview). */
export async function countSearch(db: Db, userId: string, now: Date): Promise<void> {
  await sql`
    insert into user_search (user_id, month, searches) values (${userId}, ${monthOf(now)}, 1)
    on conflict (user_id, month) do update set searches = user_search.searches + 1`.execute(db)
}

/** A user's searches in the calendar month (UTC). */
export async function searchesInMonth(db: Db, userId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('userSearch')
    .select('searches')
    .where('userId', '=', userId)
    .where('month', '=', monthOf(now))
    .executeTakeFirst()
  return row?.searches ?? 0
}

function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 'YYYY-MM'.length)}-01`
}

/** The number of polls since `since` of these marketplaces; of all if none is given. */
export async function sumPolls(db: Db, since: Date, marketplaces: readonly string[]): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(polls), 0)::bigint as sum from poll_day
    where day >= (${since}::timestamptz at time zone 'UTC')::date
      and (cardinality(${marketplaces}::text[]) = 0 or marketplace = any(${marketplaces}::text[]))`.execute(db)
  return rows[0]?.sum ?? 0
}

export type MarketplaceHealthRow = {
  marketplace: string
  lastSuccessAt: Date | null
  /** The oldest last success of the searches; determines the state "delayed". */
  oldestSuccessAt: Date | null
  lastError: string | null
  failures: number
  longestIntervalMs: number
  callsLeft: number
}

export async function listMarketplaceHealth(db: Db): Promise<MarketplaceHealthRow[]> {
  const { rows } = await sql<MarketplaceHealthRow>`
    select marketplace, max(last_success_at) as last_success_at, min(last_success_at) as oldest_success_at,
      (array_agg(last_error order by failures desc) filter (where last_error is not null))[1] as last_error,
      max(failures)::int as failures, max(interval_ms)::int as longest_interval_ms, max(calls_left) as calls_left
    from search join marketplace_state using (marketplace) group by marketplace`.execute(db)
  return rows
}

import { type Selectable, sql } from 'kysely'
import type { Filter, FilterCriteria } from '../../contract/filter.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { newId } from './ids.ts'

export type FilterRow = Selectable<Database['filter']>

/** The filters of one user with their match counts, oldest first. */
export async function listFilters(db: Db, userId: string, id?: string): Promise<Filter[]> {
  const rows = await db
    .selectFrom('filter')
    .selectAll('filter')
    .select((eb) => [
      eb
        .selectFrom('matchFilter')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('matchFilter.filterId', '=', 'filter.id')
        .as('matchCount'),
      eb
        .selectFrom('matchFilter')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('matchFilter.filterId', '=', 'filter.id')
        .where('matchFilter.matchedAt', '>', sql<Date>`now() - interval '24 hours'`)
        .as('matchCount24h'),
      eb
        .selectFrom('matchFilter')
        .select((inner) => inner.fn.max('matchFilter.matchedAt').as('last'))
        .whereRef('matchFilter.filterId', '=', 'filter.id')
        .as('lastMatchAt'),
    ])
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('filter.id', '=', id as string))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...toFilter(row),
    matchCount: row.matchCount ?? 0,
    matchCount24h: row.matchCount24h ?? 0,
    ...(row.lastMatchAt ? { lastMatchAt: row.lastMatchAt.toISOString() } : {}),
  }))
}

export async function findFilter(db: Db, userId: string, id: string): Promise<Filter | undefined> {
  return (await listFilters(db, userId, id))[0]
}

/** A filter for the matcher. `createdXid`: its creation in the order of the log. */
export type StoredFilter = { filter: Filter; userId: string; createdXid: string }

/** These filters of any user, without match counts. */
export async function loadFilters(db: Db, ids: readonly string[]): Promise<StoredFilter[]> {
  const rows = await db.selectFrom('filter').selectAll().where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  return rows.map(toStoredFilter)
}

/** The filters of all users, in batches by id, so that their rows are never all in memory. */
export async function* readFilters(db: Db, batchSize: number): AsyncGenerator<StoredFilter[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db.selectFrom('filter').selectAll().where('id', '>', after).orderBy('id').limit(batchSize).execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toStoredFilter)
    after = last.id
  }
}

function toStoredFilter(row: FilterRow): StoredFilter {
  return { filter: toFilter(row), userId: row.userId, createdXid: row.createdXid }
}

/**
 * The number of the user's filters that count towards the plan. Locks the user's row until the transaction ends, so that two
 * concurrent saves cannot both take the last place. It does not lock the key, on which every row that references the user holds
 * a lock: two transactions that have each written such a row would deadlock.
 */
export async function countFiltersLocked(db: Db, userId: string): Promise<number> {
  await db.selectFrom('userAccount').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  return countFilters(db, userId)
}

export async function countFilters(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('filter')
    .select(sql<number>`count(*)`.as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function countEnabledFilters(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('filter')
    .select(sql<number>`count(*)`.as('count'))
    .where('userId', '=', userId)
    .where('enabled', '=', true)
    .where('pausedByPlan', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertFilter(db: Db, userId: string, criteria: FilterCriteria): Promise<string> {
  const id = newId()
  await db
    .insertInto('filter')
    .values({ id, userId, criteria: JSON.stringify(criteria), enabled: criteria.enabled })
    .execute()
  await logFilterChanges(db, [id])
  return id
}

/**
 * Replaces a filter.
 * @returns false when there is no such filter in this version (any version if undefined)
 */
export async function replaceFilter(
  db: Db,
  userId: string,
  id: string,
  version: number | undefined,
  criteria: FilterCriteria,
): Promise<boolean> {
  return update(db, userId, id, version, { criteria: JSON.stringify(criteria), enabled: criteria.enabled })
}

/** As {@link replaceFilter}, but only for enabling and snoozing. */
export async function changeFilter(
  db: Db,
  userId: string,
  id: string,
  version: number | undefined,
  change: { enabled?: boolean; snoozedUntil?: Date | null },
): Promise<boolean> {
  return update(db, userId, id, version, change)
}

async function update(
  db: Db,
  userId: string,
  id: string,
  version: number | undefined,
  change: { criteria?: string; enabled?: boolean; snoozedUntil?: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('filter')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updatedAt: sql<Date>`now()` }))
    .where('userId', '=', userId)
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await logFilterChanges(db, [id])
  return true
}

export async function deleteFilter(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('filter').where('userId', '=', userId).where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) return false
  // Delete matches that only this filter made, except saved ones: nothing would explain them in the inbox.
  await db
    .deleteFrom('match')
    .where('userId', '=', userId)
    .where('state', '!=', 'saved')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('matchFilter').select('filterId').whereRef('matchFilter.matchId', '=', 'match.id'))),
    )
    .execute()
  await logFilterChanges(db, [id])
  return true
}

/** Pauses the user's newest filters beyond the plan's limit and resumes those within it. No filter is deleted. */
export async function applyFilterLimit(tx: Tx, userId: string, limit: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update filter set paused_by_plan = not paused_by_plan, version = version + 1
    from (select id, row_number() over (order by created_at, id) > ${limit} as is_beyond from filter where user_id = ${userId}) as ranked
    where filter.id = ranked.id and filter.paused_by_plan <> ranked.is_beyond
    returning filter.id`.execute(tx)
  await logFilterChanges(
    tx,
    rows.map((row) => row.id),
  )
}

/** Logs a change for the matcher, always in the transaction of the change. */
export async function logFilterChanges(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .insertInto('filterChange')
    .values(ids.map((filterId) => ({ filterId })))
    .execute()
}

export async function insertReport(
  db: Db,
  userId: string,
  report: { filterId: string; auctionId?: string | undefined; reason: string; comment?: string | undefined },
): Promise<string> {
  const id = newId()
  await db
    .insertInto('filterReport')
    .values({
      id,
      userId,
      filterId: report.filterId,
      auctionId: report.auctionId ?? null,
      reason: report.reason,
      comment: report.comment ?? null,
    })
    .execute()
  return id
}

function toFilter(row: FilterRow): Filter {
  return {
    ...row.criteria,
    id: row.id,
    version: row.version,
    enabled: row.enabled,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.snoozedUntil ? { snoozedUntil: row.snoozedUntil.toISOString() } : {}),
    pausedByPlan: row.pausedByPlan,
    matchCount: 0,
    matchCount24h: 0,
  }
}

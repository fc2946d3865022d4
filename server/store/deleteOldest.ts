import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/pool.ts'

/** Rows that one statement deletes. Log readers see nothing newer than the oldest running transaction, so it has to be short. */
export const ROWS_PER_STATEMENT = 1000

/**
 * Deletes old rows from a table whose rows get old in the order of a key.
 * @param key SQL; the order is by index for large tables
 * @param isOld SQL, true only for rows at the beginning of that order
 * @returns whether there may be more
 */
export async function deleteOldest(
  db: Db,
  table: string,
  { key, isOld }: { key: RawBuilder<unknown>; isOld: RawBuilder<unknown> },
): Promise<boolean> {
  // With the condition inside, a scan that finds too few old rows would read the whole table.
  const { numAffectedRows = 0n } = await sql`
    with oldest as materialized (select ctid from ${sql.table(table)} order by ${key} limit ${ROWS_PER_STATEMENT})
    delete from ${sql.table(table)} using oldest
    where ${sql.table(table)}.ctid = oldest.ctid and ${isOld}`.execute(db)
  return numAffectedRows === BigInt(ROWS_PER_STATEMENT)
}

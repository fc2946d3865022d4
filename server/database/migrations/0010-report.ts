import { type Kysely, sql } from 'kysely'

/**
 * What the report on alerts needs: for when a delivery was planned at first, and when a search could not see what its
 * marketplace listed. Deliveries that are there already count from their queueing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column planned_at timestamptz`.execute(db)
  await sql`
    create table poll_gap (
      marketplace text not null,
      key text not null,
      from_at timestamptz not null,
      to_at timestamptz not null,
      primary key (marketplace, key, to_at)
    )`.execute(db)
}

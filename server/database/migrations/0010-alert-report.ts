import { type Kysely, sql } from 'kysely'

/**
 * Data for the alert report: when a delivery was first due, and when a search could not see its marketplace's listings. Existing
 * deliveries count from the time they were queued.
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

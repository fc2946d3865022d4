import { type Kysely, sql } from 'kysely'

/**
 * Finds what retention rules delete: ended auctions, and those without a known end that no poll shows any more. The first seen
 * come before the last seen, which every poll rewrites and is therefore not indexed. Also when a sign-in was ended, and indexes
 * for foreign keys that had none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const endedAt = sql`(case when status = 'active' then ends_at else least(ends_at, end_revised_at) end)`
  await sql`create index auction_ended_at_id_idx on auction (${endedAt}, id)`.execute(db)
  await sql`create index auction_first_seen_at_id_idx on auction (first_seen_at, id) where ${endedAt} is null`.execute(db)
  await sql`alter table ended_sign_in add column ended_at timestamptz not null default now()`.execute(db)
  await sql`create index filter_report_user_id_idx on filter_report (user_id)`.execute(db)
  await sql`create index referral_use_link_id_idx on referral_use (link_id)`.execute(db)
}

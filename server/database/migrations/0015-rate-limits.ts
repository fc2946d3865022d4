import { type Kysely, sql } from 'kysely'

/** Rate limits shared by all processes, and when a user was last seen: idle guests are deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Unlogged: the counts need not survive a crash of the database.
  await sql`
    create unlogged table rate_limit (
      key text primary key,
      used integer not null,
      ends_at timestamptz not null
    )`.execute(db)
  await sql`create index rate_limit_ends_at on rate_limit (ends_at)`.execute(db)
  await sql`alter table user_account add column last_seen_at timestamptz not null default now()`.execute(db)
  await sql`create index user_account_guest_last_seen_at on user_account (last_seen_at) where is_anonymous`.execute(db)
}

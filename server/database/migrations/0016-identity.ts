import { type Kysely, sql } from 'kysely'

/**
 * When a session's user signed in and when the identity provider last confirmed the account; the session that registered a
 * device; and a hash of erased accounts, so that an older token does not restore them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      add column signed_in_at timestamptz not null default now(),
      add column verified_at timestamptz not null default now()`.execute(db)
  await sql`create index session_verified_at on session (verified_at)`.execute(db)
  await sql`alter table device add column session_id uuid`.execute(db)
  await sql`create index device_session_id on device (session_id)`.execute(db)
  await sql`create table erased_identity (identity_hash bytea primary key, erased_at timestamptz not null)`.execute(db)
}

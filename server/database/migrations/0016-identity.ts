import { type Kysely, sql } from 'kysely'

/**
 * Sessions know when their user signed in and when the identity provider was last asked; devices know the session that
 * registered them; erased accounts are remembered by a hash, so that a token from before does not bring them back.
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

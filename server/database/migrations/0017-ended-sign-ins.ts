import { type Kysely, sql } from 'kysely'

/** Sign-ins whose session was ended from another browser: their identity tokens open no new session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ended_sign_in (
      user_id uuid not null references user_account (id) on delete cascade,
      signed_in_at timestamptz not null,
      primary key (user_id, signed_in_at))`.execute(db)
}

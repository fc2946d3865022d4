import { type Kysely, sql } from 'kysely'

/**
 * A provider may be paused for one user alone: the circuit that their own targets have opened. And a claim names its
 * process, so that a slow one can be told from one that was killed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Each sender rebuilds the pauses when it starts.
  await sql`delete from provider_pause`.execute(db)
  await sql`
    alter table provider_pause
      drop constraint provider_pause_pkey,
      add column user_id uuid references user_account on delete cascade,
      add constraint provider_pause_key unique nulls not distinct (provider, user_id)`.execute(db)
  await sql`alter table delivery add column claimed_in text`.execute(db)
  await sql`create index provider_pause_user on provider_pause (user_id)`.execute(db)
}

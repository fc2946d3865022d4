import { type Kysely, sql } from 'kysely'

/**
 * A provider can be paused for one user only, by that user's circuit. A claim names its process, which distinguishes a slow
 * sender from a killed one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Each sender records its pauses again after it starts.
  await sql`delete from provider_pause`.execute(db)
  await sql`
    alter table provider_pause
      drop constraint provider_pause_pkey,
      add column user_id uuid references user_account on delete cascade,
      add constraint provider_pause_key unique nulls not distinct (provider, user_id)`.execute(db)
  await sql`alter table delivery add column claimed_in text`.execute(db)
  await sql`create index provider_pause_user on provider_pause (user_id)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * State of devices: when one last showed a push, why one is gone, and the result of its last test. Also the paused push
 * services, for processes that do not send.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table device
      add column shown_at timestamptz,
      add column dead_reason text,
      add column dead_detail text,
      add column test_id uuid,
      add column test_at timestamptz,
      add column test_status text,
      add column test_detail text,
      add column test_shown_at timestamptz`.execute(db)
  await sql`update device set dead_reason = 'provider', dead_detail = '' where dead_at is not null`.execute(db)
  await sql`
    create table provider_pause (
      provider text primary key,
      status text not null,
      since timestamptz not null,
      tried_at timestamptz not null
    )`.execute(db)
}

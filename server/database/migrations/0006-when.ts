import { type Kysely, sql } from 'kysely'

/**
 * Why a delivery waits, which message it was told in, and from which price on a change is told that stands for several.
 * What is held at the time of this change waits for a digest or is taken for it: it is sent together either way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column hold_reason text, add column wait_reason text,
    add column message_id uuid, add column price_from jsonb`.execute(db)
  await sql`update delivery set hold_reason = 'digest' where status = 'held'`.execute(db)
  await sql`create index delivery_message on delivery (message_id) where message_id is not null`.execute(db)
  await sql`create index delivery_accepted on delivery (user_id, accepted_at) where accepted_at is not null`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * Why a delivery waits, the message it was sent in, and the first price of several merged changes. Deliveries held at the time
 * of this migration are treated as part of a digest, and are sent together either way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column hold_reason text, add column wait_reason text,
    add column message_id uuid, add column price_from jsonb`.execute(db)
  await sql`update delivery set hold_reason = 'digest' where status = 'held'`.execute(db)
  await sql`create index delivery_message on delivery (message_id) where message_id is not null`.execute(db)
  await sql`create index delivery_accepted on delivery (user_id, accepted_at) where accepted_at is not null`.execute(db)
}

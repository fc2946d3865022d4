import { type Kysely, sql } from 'kysely'

/**
 * What channels need to know: which deliveries are sent without company, which target is being sent to, and which mail addresses their owners have
 * confirmed or mails have come back from. Accounts that are there already keep their mails until they sign in again,
 * which says whether their provider has verified the address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column alone boolean not null default false, add column claimed_at timestamptz`.execute(db)
  await sql`create index delivery_open on delivery (user_id, channel, target, due_at)
    where status in ('waiting', 'held', 'sending')`.execute(db)
  await sql`alter table user_account add column email_verified boolean not null default true`.execute(db)
  await sql`alter table user_account alter column email_verified set default false`.execute(db)
  await sql`alter table notification_settings add column confirmed_email text, add column bounced_email text`.execute(db)
}

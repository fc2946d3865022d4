import { type Kysely, sql } from 'kysely'

/**
 * State of channels: deliveries that are sent alone, targets that are being sent to, and mail addresses that were confirmed or
 * bounced. Existing accounts keep getting mails until the next sign-in, which shows whether their provider has verified the
 * address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column alone boolean not null default false, add column claimed_at timestamptz`.execute(db)
  await sql`create index delivery_open on delivery (user_id, channel, target, due_at)
    where status in ('waiting', 'held', 'sending')`.execute(db)
  await sql`alter table user_account add column email_verified boolean not null default true`.execute(db)
  await sql`alter table user_account alter column email_verified set default false`.execute(db)
  await sql`alter table notification_settings add column confirmed_email text, add column bounced_email text`.execute(db)
}

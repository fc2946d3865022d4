import { type Kysely, sql } from 'kysely'

/**
 * Feeds and calendars with secret URLs (their tokens are signed, not stored), users' own webhooks, and how often an auction's
 * end has changed, which is the sequence number of its calendar event.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feed_link (
      id uuid primary key,
      user_id uuid not null references user_account on delete cascade,
      filter_id uuid references filter on delete cascade,
      kind text not null,
      created_at timestamptz not null default now(),
      last_read_at timestamptz,
      content_hash text,
      changed_at timestamptz not null default now(),
      unique nulls not distinct (user_id, filter_id, kind)
    )`.execute(db)
  await sql`create index feed_link_filter on feed_link (filter_id)`.execute(db)
  await sql`alter table notification_settings add column webhook bytea`.execute(db)
  await sql`alter table auction add column end_revision integer not null default 0, add column end_revised_at timestamptz`.execute(
    db,
  )
}

import { type Kysely, sql } from 'kysely'

/**
 * What leaves for others' programs: secret addresses of feeds and calendars (their tokens are signed, not stored), webhooks
 * of the users' own, and how often an auction's end has changed, by which calendars know a newer version of an event.
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

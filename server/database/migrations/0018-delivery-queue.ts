import { type Kysely, sql } from 'kysely'

/**
 * The delivery table is the queue of sends. Messages that are being sent during this migration belong to no process and are
 * taken over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table delivery
      add column lane text not null default 'now',
      add column rank integer not null default 0,
      add column claim uuid,
      add column takeovers smallint not null default 0`.execute(db)
  await sql`
    update delivery set lane = 'later'
    where status = 'waiting' or status = 'held' and hold_reason in ('quietHours', 'digest', 'cap')`.execute(db)
  await sql`
    update delivery set claim = coalesce(sent_with, id), claimed_at = coalesce(claimed_at, now()), claimed_in = null
    where status = 'sending'`.execute(db)
  await sql`alter table delivery drop column sent_with, drop column claimed_by`.execute(db)
  await sql`alter table delivery rename column alone to batching_disabled`.execute(db)
  await sql`
    create index delivery_channel_lane_rank_due_at_idx on delivery (channel, lane, rank, due_at)
    where status in ('held', 'waiting')`.execute(db)
  await sql`create index delivery_channel_lane_idx on delivery (channel, lane) where status = 'sending'`.execute(db)
  await sql`drop schema if exists pgboss cascade`.execute(db)
}

import { sql } from 'kysely'
import type { Tx } from '../database/pool.ts'

/** A reminder step is repeated only if the end has moved by more than this; late bids move it by minutes. */
const REPEAT_AFTER_HOURS = 1

/**
 * Plans reminders of matches whose auctions have a known end, except steps that have passed and steps sent already for the same
 * or a near end.
 */
export async function planReminders(
  tx: Tx,
  reminders: readonly { matchId: string; minutes: number; dueAt: Date }[],
  now: Date,
): Promise<void> {
  const ahead = reminders.filter((reminder) => reminder.dueAt > now)
  if (ahead.length === 0) return
  await sql`
    insert into reminder (match_id, minutes, due_at) select draft.* from unnest(
      ${ahead.map((reminder) => reminder.matchId)}::uuid[],
      ${ahead.map((reminder) => reminder.minutes)}::integer[],
      ${ahead.map((reminder) => reminder.dueAt)}::timestamptz[]) as draft (match_id, minutes, due_at)
    where not exists (
      select from match_event where match_event.match_id = draft.match_id and kind = 'endingSoon'
        and (data->>'minutes')::integer = draft.minutes
        and draft.due_at <= coalesce((data->>'endsAt')::timestamptz - draft.minutes * interval '1 minute', at)
          + make_interval(hours => ${REPEAT_AFTER_HOURS}))
    on conflict (match_id, minutes) do update set due_at = excluded.due_at`.execute(tx)
}

/** Moves reminders when the ends of their auctions move (late bids). */
export async function moveReminders(tx: Tx, auctionIds: readonly string[]): Promise<void> {
  if (auctionIds.length === 0) return
  await sql`
    update reminder set due_at = auction.ends_at - minutes * interval '1 minute'
    from match join auction on auction.id = match.auction_id
    where reminder.match_id = match.id and auction.id = any(${auctionIds}::uuid[]) and auction.ends_at is not null
      and due_at <> auction.ends_at - minutes * interval '1 minute'`.execute(tx)
}

export async function dropReminders(tx: Tx, auctionIds: readonly string[]): Promise<void> {
  if (auctionIds.length === 0) return
  await sql`
    delete from reminder using match
    where reminder.match_id = match.id and match.auction_id = any(${auctionIds}::uuid[])`.execute(tx)
}

export type DueReminder = { matchId: string; userId: string; auctionId: string; minutes: number; filterIds: string[] }

/** Deletes and returns due reminders; the caller creates their alerts in the same transaction. */
export async function takeDueReminders(tx: Tx, now: Date, limit: number): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    with due as (
      delete from reminder where (match_id, minutes) in (
        select match_id, minutes from reminder where due_at <= ${now} order by due_at limit ${limit} for update skip locked)
      returning match_id, minutes)
    select due.match_id, due.minutes, match.user_id, match.auction_id, array_agg(match_filter.filter_id) as filter_ids
    from due join match on match.id = due.match_id join match_filter on match_filter.match_id = due.match_id
    group by due.match_id, due.minutes, match.user_id, match.auction_id`.execute(tx)
  return rows
}

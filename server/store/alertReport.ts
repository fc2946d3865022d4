import { sql } from 'kysely'
import type { ChannelAlerts, FilterAlerts, WatchGap } from '../../contract/alertReport.ts'
import type { FailedAttemptStatus } from '../../contract/notifications.ts'
import type { Db, Tx } from '../database/pool.ts'
import { deleteOldest } from './deleteOldest.ts'
import type { SearchRow } from './searches.ts'

type Outcome = Pick<ChannelAlerts, 'channel' | 'waiting' | 'isPaused'> & {
  acceptedAt: Date | null
  at: Date | null
  status: FailedAttemptStatus
  detail: string
}

type Counts = Omit<FilterAlerts, 'lastGap' | 'p50Ms' | 'p95Ms'> & { p50Ms: number | null; p95Ms: number | null }

/** The alerts of each of a user's filters since `since`, counted by outcome. */
export async function countAlerts(db: Db, userId: string, since: Date): Promise<Omit<FilterAlerts, 'lastGap'>[]> {
  const { rows } = await sql<Counts>`
    select filter.id as filter_id,
      count(queued.id)::int as alerts,
      count(*) filter (where queued.status in ('accepted', 'shown', 'opened'))::int as accepted,
      count(*) filter (where queued.status in ('shown', 'opened'))::int as shown,
      count(*) filter (where queued.status in ('waiting', 'held', 'sending'))::int as waiting,
      count(*) filter (where queued.status = 'failed')::int as failed,
      count(*) filter (where queued.status = 'expired')::int as expired,
      (percentile_disc(0.5) within group (order by queued.ms))::int as p50_ms,
      (percentile_disc(0.95) within group (order by queued.ms))::int as p95_ms
    from filter left join lateral (
      select delivery.id, delivery.status,
        case when event = 'newMatch' then greatest(0, extract(epoch from
          (queued_at - auction.first_seen_at) + (accepted_at - coalesce(planned_at, queued_at))) * 1000) end as ms
      from delivery join match on match.id = delivery.match_id join auction on auction.id = match.auction_id
      where delivery.user_id = filter.user_id and filter.id = any(delivery.filter_ids) and queued_at >= ${since}
    ) as queued on true
    where filter.user_id = ${userId} group by filter.id, filter.created_at order by filter.created_at, filter.id`.execute(db)
  return rows.map(({ p50Ms, p95Ms, ...counts }) => ({
    ...counts,
    ...(p50Ms === null ? {} : { p50Ms }),
    ...(p95Ms === null ? {} : { p95Ms }),
  }))
}

/** The outcome of a user's alerts since `since`, by channel. */
export async function readChannelAlerts(db: Db, userId: string, since: Date): Promise<ChannelAlerts[]> {
  const { rows } = await sql<Outcome>`
    with queued as (
      select id, channel, status, wait_reason, accepted_at from delivery
      where user_id = ${userId} and queued_at >= ${since}
    ), failure as (
      select distinct on (channel) channel, at, attempt.status, detail
      from queued join delivery_attempt as attempt on attempt.delivery_id = queued.id
      where attempt.status <> 'accepted' order by channel, at desc
    ), outcome as (
      select channel, max(accepted_at) as accepted_at,
        count(*) filter (where status in ('waiting', 'sending'))::int as waiting,
        coalesce(bool_or(status = 'waiting' and wait_reason = 'channelPaused'), false) as is_paused
      from queued group by channel
    )
    select outcome.*, at, failure.status, detail from outcome left join failure
      on failure.channel = outcome.channel and (accepted_at is null or at > accepted_at)
    order by outcome.channel`.execute(db)
  return rows.map(({ channel, acceptedAt, waiting, isPaused, at, status, detail }) => ({
    channel,
    waiting,
    isPaused,
    ...(acceptedAt ? { lastAcceptedAt: acceptedAt.toISOString() } : {}),
    ...(at ? { lastFailure: { at: at.toISOString(), status, detail } } : {}),
  }))
}

/** The last gap of each marketplace that ended after `since`. */
export async function listLastGaps(db: Db, since: Date): Promise<WatchGap[]> {
  const { rows } = await sql<{ marketplace: string; fromAt: Date; toAt: Date }>`
    select distinct on (marketplace) marketplace, from_at, to_at from poll_gap where to_at >= ${since}
    order by marketplace, to_at desc`.execute(db)
  return rows.map(({ marketplace, fromAt, toAt }) => ({ marketplace, from: fromAt.toISOString(), to: toAt.toISOString() }))
}

/** Records that a search may have missed auctions listed between these times. */
export async function saveGap(tx: Tx, { marketplace, key }: SearchRow, fromAt: Date, toAt: Date): Promise<void> {
  await tx
    .insertInto('pollGap')
    .values({ marketplace, key, fromAt, toAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns whether there may be more */
export function deleteGapsBefore(db: Db, before: Date): Promise<boolean> {
  return deleteOldest(db, 'poll_gap', { key: sql`to_at`, isOld: sql`to_at < ${before}` })
}

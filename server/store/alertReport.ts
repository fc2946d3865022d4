import { sql } from 'kysely'
import type { FilterAlerts, WatchGap } from '../../contract/alertReport.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { SearchRow } from './searches.ts'

type Counts = Omit<FilterAlerts, 'lastGap' | 'p50Ms' | 'p95Ms'> & { p50Ms: number | null; p95Ms: number | null }

/** What became of the alerts of each of a user's filters that were queued since then. */
export async function countAlerts(db: Db, userId: string, since: Date): Promise<Omit<FilterAlerts, 'lastGap'>[]> {
  const { rows } = await sql<Counts>`
    select filter.id as filter_id,
      count(told.id)::int as alerts,
      count(*) filter (where told.status in ('accepted', 'shown', 'opened'))::int as accepted,
      count(*) filter (where told.status in ('shown', 'opened'))::int as shown,
      count(*) filter (where told.status in ('waiting', 'held', 'sending'))::int as waiting,
      count(*) filter (where told.status = 'failed')::int as failed,
      count(*) filter (where told.status = 'expired')::int as expired,
      (percentile_disc(0.5) within group (order by told.ms))::int as p50_ms,
      (percentile_disc(0.95) within group (order by told.ms))::int as p95_ms
    from filter left join lateral (
      select delivery.id, delivery.status,
        case when event = 'newMatch' then greatest(0, extract(epoch from
          (queued_at - auction.first_seen_at) + (accepted_at - coalesce(planned_at, queued_at))) * 1000) end as ms
      from delivery join match on match.id = delivery.match_id join auction on auction.id = match.auction_id
      where delivery.user_id = filter.user_id and filter.id = any(delivery.filter_ids) and queued_at >= ${since}
    ) as told on true
    where filter.user_id = ${userId} group by filter.id, filter.created_at order by filter.created_at, filter.id`.execute(db)
  return rows.map(({ p50Ms, p95Ms, ...counts }) => ({
    ...counts,
    ...(p50Ms === null ? {} : { p50Ms }),
    ...(p95Ms === null ? {} : { p95Ms }),
  }))
}

/** The last gap of each marketplace that ended since then. */
export async function listLastGaps(db: Db, since: Date): Promise<WatchGap[]> {
  const { rows } = await sql<{ marketplace: string; fromAt: Date; toAt: Date }>`
    select distinct on (marketplace) marketplace, from_at, to_at from poll_gap where to_at >= ${since}
    order by marketplace, to_at desc`.execute(db)
  return rows.map(({ marketplace, fromAt, toAt }) => ({ marketplace, from: fromAt.toISOString(), to: toAt.toISOString() }))
}

/** Notes that a search did not see, or may not have seen, what was listed between these times. */
export async function saveGap(tx: Tx, { marketplace, key }: SearchRow, fromAt: Date, toAt: Date): Promise<void> {
  await tx
    .insertInto('pollGap')
    .values({ marketplace, key, fromAt, toAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteGapsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('pollGap').where('toAt', '<', before).execute()
}

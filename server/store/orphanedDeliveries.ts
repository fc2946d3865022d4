import { type RawBuilder, sql } from 'kysely'
import { SECOND_MS } from '../../contract/time.ts'
import type { Tx } from '../database/pool.ts'
import type { DeliveryRow } from './deliveries.ts'

type Sends = RawBuilder<{ jobId: string; deliveryId: string; dueAt: Date }>

/**
 * Deliveries that no job will process: being sent although the job that claimed them is finished, or due without a job for that
 * time. They are locked; rows locked by another process are skipped.
 * @param unfinishedSends SQL of the job queue
 * @param afterMs minimum time without progress; claims are timed by the database's clock, due times by ours
 */
export async function lockOrphaned(
  tx: Tx,
  { unfinishedSends, now, afterMs, limit }: { unfinishedSends: Sends; now: Date; afterMs: number; limit: number },
): Promise<DeliveryRow[]> {
  const isLeft = sql`status = 'sending' and claimed_at < now() - make_interval(secs => ${afterMs / SECOND_MS})`
  const isOverdue = sql`status in ('waiting', 'held') and due_at < ${new Date(now.getTime() - afterMs)}`
  // Grouped, not joined: after an outage both sides are long, and a planner that underestimates one would compare every pair.
  // The queue is not read while nothing is late.
  const { rows } = await sql<{ id: string }>`
    with late as materialized (
      select id, coalesce(claimed_by, '') as taker from delivery where ${isLeft}
      union all select id, concat(id, ' ', due_at) from delivery where ${isOverdue}
    ), taken as (
      select unnest(array[job_id, concat(delivery_id, ' ', due_at)]) as taker from (${unfinishedSends}) as send
      where exists (select from late)
    )
    select unnest(array_agg(id)) as id from (select taker, id from late union all select taker, null from taken) as both_sides
    group by taker having count(id) = count(*) limit ${limit}`.execute(tx)
  if (rows.length === 0) return []
  // Checked again with the lock: a send that has started meanwhile has changed the row.
  const locked = await sql<DeliveryRow>`
    select * from delivery where id = any(${rows.map(({ id }) => id)}::uuid[]) and (${isLeft} or ${isOverdue})
    for update skip locked`.execute(tx)
  return locked.rows
}

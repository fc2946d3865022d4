import { type RawBuilder, sql } from 'kysely'
import { SECOND_MS } from '../../contract/time.ts'
import type { Tx } from '../database/pool.ts'
import type { DeliveryRow } from './deliveries.ts'

type Sends = RawBuilder<{ jobId: string; deliveryId: string; dueAt: Date }>

/**
 * Deliveries that no job will take up: being sent, though the job that claimed them is over, or due, though none is planned
 * for their time; locked, and those that another process holds are left out.
 * @param unfinishedSends of the jobs' queue
 * @param afterMs for how long nothing was heard of them; claims are timed by the database's clock, due times by ours
 */
export async function lockOrphaned(
  tx: Tx,
  { unfinishedSends, now, afterMs, limit }: { unfinishedSends: Sends; now: Date; afterMs: number; limit: number },
): Promise<DeliveryRow[]> {
  const isLeft = sql`status = 'sending' and claimed_at < now() - make_interval(secs => ${afterMs / SECOND_MS})`
  const isOverdue = sql`status in ('waiting', 'held') and due_at < ${new Date(now.getTime() - afterMs)}`
  // Grouped, not joined: after an outage both sides are long, and a planner that takes one for short would compare each with
  // each. While nothing is late the queue is not looked at.
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
  // Looked at once more behind the lock: a send that has come up meanwhile has written here.
  const locked = await sql<DeliveryRow>`
    select * from delivery where id = any(${rows.map(({ id }) => id)}::uuid[]) and (${isLeft} or ${isOverdue})
    for update skip locked`.execute(tx)
  return locked.rows
}

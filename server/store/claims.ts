import { sql } from 'kysely'
import type { HoldReason } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Db, Tx } from '../database/pool.ts'
import { isGone } from '../database/presence.ts'
import { SEND_LEASE_MS } from '../limits.ts'
import type { DeliveryRow } from './deliveries.ts'

/**
 * Claims a delivery for the job that was planned for `dueAt`. Nothing when it is done with, sent along by a digest, or
 * planned anew since. That it is due says the queue, by the database's clock: ours may be behind, and asking it too would
 * let alerts fall between the two.
 * @param jobId the same for all runs of a job: what a killed run has left behind only the next one takes up
 * @param process the name under which this process is present ({@link Presence})
 */
export async function claimDelivery(
  db: Db,
  { id, dueAt, jobId, process }: { id: string; dueAt: Date; jobId: string; process: string },
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('delivery')
    .set({ status: 'sending', sentWith: id, claimedAt: sql<Date>`now()`, claimedBy: jobId, claimedIn: process })
    .where('id', '=', id)
    .where('dueAt', '=', dueAt)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['waiting', 'held']),
        // Left behind by a run that was killed: whether it was sent nobody knows, so it is sent.
        eb.and([eb('status', '=', 'sending'), eb('sentWith', '=', id), eb('claimedBy', '=', jobId), eb.not(isUnderWay)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** SQL: whether the process that claimed a delivery may still be sending it: it lives, and has had no more time than a send takes. */
const isUnderWay = sql<boolean>`(claimed_in is not null and claimed_at > now() - make_interval(secs => ${SEND_LEASE_MS / SECOND_MS})
  and not ${isGone(sql`claimed_in`)})`

/** Whether another run of this job, of a process that lives, is sending this delivery. */
export async function isSentElsewhere(db: Db, id: string, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    select from delivery where id = ${id} and status = 'sending' and claimed_by = ${jobId} and ${isUnderWay}`.execute(db)
  return rows.length > 0
}

/** Gives up what a run of a job has claimed: the next one takes it at once. */
export async function releaseClaims(db: Db, jobId: string, process: string): Promise<void> {
  await sql`
    update delivery set claimed_in = null where claimed_by = ${jobId} and claimed_in = ${process} and status = 'sending'`.execute(
    db,
  )
}

/** What an earlier run of a job was sending when it was killed, without what went along with it. */
export async function listLeftBehind(db: Db, jobId: string): Promise<DeliveryRow[]> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('claimedBy', '=', jobId)
    .where('status', '=', 'sending')
    .whereRef('sentWith', '=', 'id')
    .execute()
}

/**
 * What is sent along with a claimed delivery, oldest first: what a sender that was killed had taken along already in any
 * case, and others of its user to its target that are due and, as `gathers` says, were held for one of `reasons` or were
 * not; together up to `limit`.
 */
export async function claimCompanions(
  tx: Tx,
  row: DeliveryRow,
  { limit, now, gathers, reasons }: { limit: number; now: Date; gathers: boolean; reasons: readonly HoldReason[] },
): Promise<DeliveryRow[]> {
  const due = row.dueAt > now ? row.dueAt : now
  const others = sql`user_id = ${row.userId} and channel = ${row.channel} and target = ${row.target} and id <> ${row.id}`
  const { rows } = await sql<DeliveryRow>`
    with left_behind as (select id from delivery where ${others} and status = 'sending' and sent_with = ${row.id})
    update delivery set status = 'sending', sent_with = ${row.id}, claimed_at = now(), claimed_by = ${row.claimedBy}, claimed_in = ${row.claimedIn}
    where id in (select id from left_behind) or id in (
      select id from delivery where ${others} and status in ('held', 'waiting') and not alone
        and due_at <= ${due} and expires_at > ${now} and coalesce(hold_reason = any(${reasons}::text[]), false) = ${gathers}
        order by queued_at, id limit greatest(${limit}::bigint - (select count(*) from left_behind), 0) for update)
    returning *`.execute(tx)
  return rows
}

/** Whether something else is on its way to this target. */
export async function isTargetBusy(tx: Tx, row: DeliveryRow): Promise<boolean> {
  const { rows } = await sql`
    select from delivery where user_id = ${row.userId} and channel = ${row.channel} and target = ${row.target}
      and status = 'sending' and sent_with <> ${row.id} and claimed_at > now() - make_interval(secs => ${SEND_LEASE_MS / SECOND_MS}) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

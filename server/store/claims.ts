import { sql } from 'kysely'
import type { HoldReason } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Db, Tx } from '../database/pool.ts'
import { isGone } from '../database/presence.ts'
import { SEND_LEASE_MS } from '../limits.ts'
import type { DeliveryRow } from './deliveries.ts'

/**
 * Claims a delivery for the job that was scheduled for `dueAt`. The queue alone decides that it is due, by the database's clock:
 * a further check against this process's clock, which may be behind, could lose the alert.
 * @param jobId the same for all runs of a job: only the next run takes over the claims of a killed one
 * @param process the id of this process's presence (`database/presence.ts`)
 * @returns undefined when the delivery is finished, part of a batch, or was rescheduled since
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
        // Claimed by a killed run. It is unknown whether it was sent, so it is sent again (at least once).
        eb.and([eb('status', '=', 'sending'), eb('sentWith', '=', id), eb('claimedBy', '=', jobId), eb.not(isUnderWay)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** SQL: whether the process that claimed a delivery may still be sending it: it is alive, and the send lease has not expired. */
const isUnderWay = sql<boolean>`(claimed_in is not null and claimed_at > now() - make_interval(secs => ${SEND_LEASE_MS / SECOND_MS})
  and not ${isGone(sql`claimed_in`)})`

/** Whether another run of this job is sending this delivery in a process that is alive. */
export async function isSentElsewhere(db: Db, id: string, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    select from delivery where id = ${id} and status = 'sending' and claimed_by = ${jobId} and ${isUnderWay}`.execute(db)
  return rows.length > 0
}

/** Releases the claims of a run, so that the next run can take them over at once. */
export async function releaseClaims(db: Db, jobId: string, process: string): Promise<void> {
  await sql`
    update delivery set claimed_in = null where claimed_by = ${jobId} and claimed_in = ${process} and status = 'sending'`.execute(
    db,
  )
}

/** The deliveries that a killed run of this job was sending, without their companions. */
export async function listOrphaned(db: Db, jobId: string): Promise<DeliveryRow[]> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('claimedBy', '=', jobId)
    .where('status', '=', 'sending')
    .whereRef('sentWith', '=', 'id')
    .execute()
}

/**
 * Claims companions: deliveries sent in the same message as a claimed one, oldest first. Always includes those that a killed run
 * had claimed with it, and, up to `limit` in all, other due ones of the same user and target.
 * @param isBatch true: only those held for one of `reasons`; false: only the others
 */
export async function claimBatch(
  tx: Tx,
  row: DeliveryRow,
  { limit, now, isBatch, reasons }: { limit: number; now: Date; isBatch: boolean; reasons: readonly HoldReason[] },
): Promise<DeliveryRow[]> {
  const due = row.dueAt > now ? row.dueAt : now
  const others = sql`user_id = ${row.userId} and channel = ${row.channel} and target = ${row.target} and id <> ${row.id}`
  const { rows } = await sql<DeliveryRow>`
    with left_behind as (select id from delivery where ${others} and status = 'sending' and sent_with = ${row.id})
    update delivery set status = 'sending', sent_with = ${row.id}, claimed_at = now(), claimed_by = ${row.claimedBy}, claimed_in = ${row.claimedIn}
    where id in (select id from left_behind) or id in (
      select id from delivery where ${others} and status in ('held', 'waiting') and not alone
        and due_at <= ${due} and expires_at > ${now} and coalesce(hold_reason = any(${reasons}::text[]), false) = ${isBatch}
        order by queued_at, id limit greatest(${limit}::bigint - (select count(*) from left_behind), 0) for update)
    returning *`.execute(tx)
  return rows
}

/** Whether another message is being sent to this target. */
export async function isTargetBusy(tx: Tx, row: DeliveryRow): Promise<boolean> {
  const { rows } = await sql`
    select from delivery where user_id = ${row.userId} and channel = ${row.channel} and target = ${row.target}
      and status = 'sending' and sent_with <> ${row.id} and claimed_at > now() - make_interval(secs => ${SEND_LEASE_MS / SECOND_MS}) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

import { type Selectable, sql } from 'kysely'
import type { EventKind } from '../../contract/eventKind.ts'
import type { AttemptStatus, Channel, DeliveryStatus, HoldReason, WaitReason } from '../../contract/notifications.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { newId } from './ids.ts'

export type DeliveryRow = Selectable<Database['delivery']>

export type DeliveryDraft = {
  userId: string
  matchId: string
  filterIds: readonly string[]
  event: EventKind
  occurrence: string
  channel: Channel
  target: string
  targetLabel: string
  dueAt: Date
  expiresAt: Date
  /** Why it is not due at once. */
  reason?: HoldReason
}

/**
 * Saves deliveries that do not exist yet and returns only those. The alert key (match, event, occurrence, channel, target) is
 * unique, so that a step repeated after a crash sends nothing twice.
 */
export async function saveDeliveries(
  tx: Tx,
  drafts: readonly DeliveryDraft[],
  now: Date,
): Promise<Pick<DeliveryRow, 'id' | 'userId' | 'channel' | 'target' | 'dueAt' | 'holdReason'>[]> {
  if (drafts.length === 0) return []
  const { rows } = await sql<Pick<DeliveryRow, 'id' | 'userId' | 'channel' | 'target' | 'dueAt' | 'holdReason'>>`
    insert into delivery (id, user_id, match_id, filter_ids, event, occurrence, channel, target, target_label, status, queued_at, due_at, planned_at, expires_at, hold_reason)
    select id, user_id, match_id, string_to_array(filter_ids, ',')::uuid[], event, occurrence, channel, target, target_label,
      case when due_at > ${now} then 'held' else 'waiting' end, ${now}, due_at, due_at, expires_at, reason
    from unnest(
      ${drafts.map(() => newId())}::uuid[],
      ${drafts.map((draft) => draft.userId)}::uuid[],
      ${drafts.map((draft) => draft.matchId)}::uuid[],
      ${drafts.map((draft) => draft.filterIds.join(','))}::text[],
      ${drafts.map((draft) => draft.event)}::text[],
      ${drafts.map((draft) => draft.occurrence)}::text[],
      ${drafts.map((draft) => draft.channel)}::text[],
      ${drafts.map((draft) => draft.target)}::text[],
      ${drafts.map((draft) => draft.targetLabel)}::text[],
      ${drafts.map((draft) => draft.dueAt)}::timestamptz[],
      ${drafts.map((draft) => draft.expiresAt)}::timestamptz[],
      ${drafts.map((draft) => draft.reason ?? null)}::text[]
    ) as draft (id, user_id, match_id, filter_ids, event, occurrence, channel, target, target_label, due_at, expires_at, reason)
    on conflict do nothing returning id, user_id, channel, target, due_at, hold_reason`.execute(tx)
  return rows
}

/** The count stops here: a larger backlog ranks behind everyone else's anyway. */
const MAX_COUNTED_BACKLOG = 20_000

/** The number of waiting deliveries by `user channel`; no entry when there is none. */
export async function countWaiting(tx: Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ userId: string; channel: Channel; count: number }>`
    select owner.id as user_id, channel, count(*) from unnest(${userIds}::uuid[]) as owner (id), lateral (
      select channel from delivery where user_id = owner.id and status = 'waiting' limit ${MAX_COUNTED_BACKLOG}) as backlog
    group by 1, 2`.execute(tx)
  return new Map(rows.map(({ userId, channel, count }) => [`${userId} ${channel}`, count]))
}

export function findDeliveryRow(db: Db, id: string): Promise<DeliveryRow | undefined> {
  return db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Serializes counting against a cap and collecting a batch for one user. */
export async function lockDeliveriesOf(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('deliveries of ' || ${userId}::text, 0))`.execute(tx)
}

/** Whether this target accepted a delivery between `from` and `to`, inclusive. */
export async function wasAccepted(
  db: Db,
  { userId, channel, target }: Pick<DeliveryRow, 'userId' | 'channel' | 'target'>,
  { from, to }: { from: Date; to: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from delivery where user_id = ${userId} and channel = ${channel} and target = ${target}
      and accepted_at between ${from} and ${to} limit 1`.execute(db)
  return rows.length > 0
}

/** The duration in ms of the attempt that sent the user's last accepted delivery on this channel since `since`. */
export async function lastAnswerMs(
  db: Db,
  { userId, channel }: Pick<DeliveryRow, 'userId' | 'channel'>,
  since: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number }>`
    select ms from (
      select id from delivery where user_id = ${userId} and channel = ${channel} and accepted_at > ${since}
        order by accepted_at desc limit 1) as last
      join delivery_attempt on delivery_id = last.id order by at desc limit 1`.execute(db)
  return rows[0]?.ms
}

/** The oldest due delivery for the same target. */
export async function findNextAt(db: Db, { userId, channel, target }: DeliveryRow, now: Date): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select * from delivery where user_id = ${userId} and channel = ${channel} and target = ${target}
      and status in ('held', 'waiting') and due_at <= ${now} and expires_at > ${now} order by queued_at, id limit 1`.execute(db)
  return rows[0]
}

/** A user's deliveries held for one of `reasons`, locked. Claimed ones are not included. */
export async function listHeld(tx: Tx, userId: string, reasons: readonly HoldReason[]): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select * from delivery where user_id = ${userId} and status = 'held' and hold_reason = any(${reasons}::text[])
    order by queued_at for update`.execute(tx)
  return rows
}

/** These were refused together. From now on each is sent alone, so that one faulty alert does not affect the others. */
export async function disableBatching(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update delivery set alone = true, message_id = null where id = any(${ids}::uuid[])`.execute(tx)
}

export async function setDeliveryStatus(
  db: Db,
  ids: readonly string[],
  status: DeliveryStatus,
  at: Date,
  reason?: DeliveryRow['holdReason'],
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      // A push may be shown before we have its service's answer, and a paused sender may write after the one that took over its
      // job.
      status: sql<DeliveryStatus>`case when status in ('accepted', 'shown', 'opened') then status else ${status} end`,
      sentWith: null,
      waitReason: null,
      ...(reason ? { holdReason: reason } : {}),
      ...(status === 'accepted' ? { acceptedAt: at } : {}),
    })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/**
 * Postpones a delivery until `dueAt`: held by the user's settings, or waiting.
 * @returns false when it is finished: it was shown although the answer was lost, or another sender took over the job
 */
export async function postponeDelivery(
  db: Db,
  id: string,
  reason: { hold: HoldReason } | { wait: WaitReason | null },
  dueAt: Date,
): Promise<boolean> {
  const change =
    'hold' in reason
      ? { status: 'held' as const, holdReason: reason.hold, waitReason: null }
      : { status: 'waiting' as const, waitReason: reason.wait }
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set({ ...change, dueAt, sentWith: null })
    .where('id', '=', id)
    .where('status', 'not in', ['accepted', 'shown', 'opened', 'expired'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertAttempt(
  db: Db,
  attempt: { deliveryId: string; at: Date; status: AttemptStatus; ms: number; detail: string },
): Promise<void> {
  await db
    .insertInto('deliveryAttempt')
    .values(attempt)
    // Equal times occur only with the manual clock of tests.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function countAttempts(db: Db, deliveryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deliveryAttempt')
    .select(sql<number>`count(*)`.as('count'))
    .where('deliveryId', '=', deliveryId)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * When this target was sent something since `since`, oldest first. Running sends count as of now, except those with `row`. A
 * batch held for one of `reasons` counts as one message.
 */
export async function listSentSince(
  db: Db,
  row: DeliveryRow,
  { since, now, reasons }: { since: Date; now: Date; reasons: readonly HoldReason[] },
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select max(coalesce(accepted_at, ${now})) as at from delivery
    where user_id = ${row.userId} and channel = ${row.channel} and target = ${row.target}
      and (accepted_at > ${since} or status = 'sending') and sent_with is distinct from ${row.id}
    group by case when hold_reason = any(${reasons}::text[]) then coalesce(message_id, id) else id end order by at`.execute(db)
  return rows.map(({ at }) => at)
}

/**
 * Records a service worker's report for all deliveries of the same message. Late or repeated reports never move a status back.
 * @returns their ids; empty when the user has no such delivery
 */
export async function markDelivery(db: Db, userId: string, id: string, step: 'shown' | 'opened', at: Date): Promise<string[]> {
  const rows = await db
    .updateTable('delivery')
    .set((eb) =>
      step === 'shown'
        ? {
            shownAt: eb.fn.coalesce('shownAt', sql<Date>`${at}::timestamptz`),
            status: sql<DeliveryStatus>`case when status = 'opened' then status else 'shown' end`,
          }
        : {
            shownAt: eb.fn.coalesce('shownAt', sql<Date>`${at}::timestamptz`),
            openedAt: eb.fn.coalesce('openedAt', sql<Date>`${at}::timestamptz`),
            status: sql<DeliveryStatus>`'opened'`,
          },
    )
    .where('userId', '=', userId)
    .where(
      sql<boolean>`(id = ${id} or message_id = (select message_id from delivery where id = ${id} and user_id = ${userId})
        and status in ('sending', 'accepted', 'shown'))`,
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Schedules a delivery again at once.
 * @param expiresAt the minimum expiry
 * @returns undefined when there is no such delivery, it is being sent, or it was shown
 */
export async function reopenDelivery(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
  expiresAt: Date,
): Promise<DeliveryRow | undefined> {
  return tx
    .updateTable('delivery')
    .set({
      status: 'waiting',
      dueAt: now,
      sentWith: null,
      claimedBy: null,
      expiresAt: sql<Date>`greatest(expires_at, ${expiresAt}::timestamptz)`,
    })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('status', 'in', ['accepted', 'failed', 'expired'])
    .returningAll()
    .executeTakeFirst()
}

/** The same event of the same match on another target. */
const isSibling = sql`other.user_id = delivery.user_id and other.match_id = delivery.match_id and other.event = delivery.event
  and other.occurrence = delivery.occurrence and other.id <> delivery.id`

/** Of these deliveries, those held for a push that are no longer needed: the push was shown, or another fallback was sent. */
export async function findSuperseded(db: Db, rows: readonly DeliveryRow[]): Promise<Set<string>> {
  const ids = rows.filter(({ holdReason }) => holdReason === 'pushFirst').map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const { rows: superseded } = await sql<{ id: string }>`
    select id from delivery where id = any(${ids}::uuid[]) and exists (
      select from delivery as other where ${isSibling} and (
        other.channel = 'webPush' and other.status in ('shown', 'opened')
        or other.hold_reason = 'pushFirst' and other.channel <> delivery.channel and other.status = 'accepted'))`.execute(db)
  return new Set(superseded.map(({ id }) => id))
}

/**
 * The next fallback delivery after a failed push; undefined while another push may still be shown, or was.
 * @param staleBefore devices without contact since then are not waited for
 */
export async function findFallback(tx: Tx, push: DeliveryRow, staleBefore: Date): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select delivery.* from delivery where user_id = ${push.userId} and match_id = ${push.matchId} and event = ${push.event}
      and occurrence = ${push.occurrence} and hold_reason = 'pushFirst' and status = 'held'
      and not exists (
        select from delivery as other left join device
          on device.id = case when other.channel = 'webPush' then other.target::uuid end
        where ${isSibling} and other.channel = 'webPush' and other.status not in ('failed', 'expired')
          and (other.status in ('shown', 'opened') or greatest(refreshed_at, device.shown_at) >= ${staleBefore}))
    order by due_at limit 1`.execute(tx)
  return rows[0]
}

/** Deliveries that failed because their target was reported dead, and that are still useful. */
export async function listFailedSince(
  db: Db,
  { userId, channel, target }: Pick<DeliveryRow, 'userId' | 'channel' | 'target'>,
  since: Date,
  now: Date,
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('userId', '=', userId)
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('status', '=', 'failed')
    .where('expiresAt', '>', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('deliveryAttempt')
          .select('deliveryId')
          .whereRef('deliveryId', '=', 'delivery.id')
          .where('deliveryAttempt.status', '=', 'dead')
          .where('at', '>=', since),
      ),
    )
    .execute()
}

import { type Selectable, sql } from 'kysely'
import type { EventKind } from '../../contract/eventKind.ts'
import type { AttemptStatus, Channel, HoldReason, WaitReason } from '../../contract/notifications.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database, Lane } from '../database/schema.ts'
import { type DeliveryEvent, isApplicable, nextState } from './deliveryStates.ts'
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
  lane: Lane
  /** Its place in the queue; 0 is first. */
  rank: number
}

/**
 * Saves deliveries that do not exist yet and returns only those. The alert key (match, event, occurrence, channel, target) is
 * unique, so that a step repeated after a crash sends nothing twice.
 */
export async function saveDeliveries(
  tx: Tx,
  drafts: readonly DeliveryDraft[],
  now: Date,
): Promise<Pick<DeliveryRow, 'id' | 'userId'>[]> {
  if (drafts.length === 0) return []
  const { rows } = await sql<Pick<DeliveryRow, 'id' | 'userId'>>`
    insert into delivery (id, user_id, match_id, filter_ids, event, occurrence, channel, target, target_label, status, queued_at, due_at, planned_at, expires_at, hold_reason, lane, rank)
    select id, user_id, match_id, string_to_array(filter_ids, ',')::uuid[], event, occurrence, channel, target, target_label,
      case when due_at > ${now} then 'held' else 'waiting' end, ${now}, due_at, due_at, expires_at, reason, lane, rank
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
      ${drafts.map((draft) => draft.reason ?? null)}::text[],
      ${drafts.map((draft) => draft.lane)}::text[],
      ${drafts.map((draft) => draft.rank)}::integer[]
    ) as draft (id, user_id, match_id, filter_ids, event, occurrence, channel, target, target_label, due_at, expires_at, reason, lane, rank)
    on conflict do nothing returning id, user_id`.execute(tx)
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

/** A user's deliveries held for one of `reasons`, locked. Claimed ones are not included. */
export async function listHeld(tx: Tx, userId: string, reasons: readonly HoldReason[]): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select * from delivery where user_id = ${userId} and status = 'held' and hold_reason = any(${reasons}::text[])
    order by queued_at for update`.execute(tx)
  return rows
}

/** These were refused together. From now on each is sent alone, so that one faulty alert does not affect the others. */
export async function disableBatching(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update delivery set batching_disabled = true, message_id = null where id = any(${ids}::uuid[])`.execute(tx)
}

/** When and in which lane a delivery is due again. */
export type Schedule = {
  id: string
  dueAt: Date
  lane: Lane
  rank: number
  /** Why: of a `held` delivery, or of one that waits. */
  reason: HoldReason | WaitReason | null
}

/**
 * Applies an event after which deliveries are due again; those in another state, or no longer claimed under `claim`, are left
 * as they are.
 * @returns those it applied to
 */
export async function schedule(
  tx: Tx,
  event: Extract<DeliveryEvent, 'hold' | 'advance' | 'wait' | 'restore'>,
  schedules: readonly Schedule[],
  claim?: string,
): Promise<Pick<DeliveryRow, 'id' | 'userId' | 'channel' | 'lane'>[]> {
  if (schedules.length === 0) return []
  const isHold = event === 'hold' || event === 'advance'
  const { rows } = await sql<Pick<DeliveryRow, 'id' | 'userId' | 'channel' | 'lane'>>`
    update delivery set status = ${nextState(event)}, due_at = next.due_at, lane = next.lane, rank = next.rank, claim = null,
      takeovers = 0, ${isHold ? sql`hold_reason = next.reason, wait_reason = null` : sql`wait_reason = next.reason`}
    from unnest(
      ${schedules.map(({ id }) => id)}::uuid[],
      ${schedules.map(({ dueAt }) => dueAt)}::timestamptz[],
      ${schedules.map(({ lane }) => lane)}::text[],
      ${schedules.map(({ rank }) => rank)}::integer[],
      ${schedules.map(({ reason }) => reason)}::text[]
    ) as next (id, due_at, lane, rank, reason)
    where delivery.id = next.id and ${isApplicable(event)} ${claim ? sql`and delivery.claim = ${claim}` : sql``}
    returning delivery.id, delivery.user_id, delivery.channel, delivery.lane`.execute(tx)
  return rows
}

/**
 * Ends deliveries. Only the holder of the claim may fail or expire them; `accept` is true whoever reports it.
 * @param reason why they were not sent
 */
export async function finish(
  tx: Tx,
  event: Extract<DeliveryEvent, 'accept' | 'fail' | 'expire'>,
  ids: readonly string[],
  { claim, at, reason }: { claim: string; at: Date; reason?: DeliveryRow['holdReason'] | undefined },
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update delivery set status = ${nextState(event)}, claim = null, takeovers = 0, wait_reason = null
      ${reason ? sql`, hold_reason = ${reason}` : sql``} ${event === 'accept' ? sql`, accepted_at = ${at}` : sql``}
    where id = any(${ids}::uuid[]) and ${isApplicable(event)} ${event === 'accept' ? sql`` : sql`and claim = ${claim}`}`.execute(
    tx,
  )
}

/** Records one attempt of each delivery. */
export async function insertAttempts(
  tx: Tx,
  ids: readonly string[],
  { at, status, ms, detail }: { at: Date; status: AttemptStatus; ms: number; detail: string },
): Promise<void> {
  // Equal times occur only with the manual clock of tests.
  await sql`
    insert into delivery_attempt (delivery_id, at, status, ms, detail)
    select id, ${at}, ${status}, ${ms}, ${detail} from unnest(${ids}::uuid[]) as id on conflict do nothing`.execute(tx)
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
 * When this target was sent something since `since`, oldest first. Messages that were claimed before this one count as sent now.
 * A batch held for one of `reasons` counts as one message.
 */
export async function listSentSince(
  db: Db,
  row: DeliveryRow,
  { since, now, reasons }: { since: Date; now: Date; reasons: readonly HoldReason[] },
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select max(coalesce(accepted_at, ${now})) as at from delivery
    where user_id = ${row.userId} and channel = ${row.channel} and target = ${row.target} and (accepted_at > ${since}
      or status = 'sending' and (claimed_at, claim) < (select claimed_at, claim from delivery where id = ${row.id}))
    group by case when hold_reason = any(${reasons}::text[]) then coalesce(message_id, id) else id end order by at`.execute(db)
  return rows.map(({ at }) => at)
}

/**
 * Records a device's report for all deliveries of the same message. Late or repeated reports never move a state back.
 * @returns their ids; empty when the user has no such delivery
 */
export async function markDelivery(db: Db, userId: string, id: string, report: 'shown' | 'opened', at: Date): Promise<string[]> {
  const event = report === 'opened' ? 'open' : 'show'
  const { rows } = await sql<{ id: string }>`
    update delivery set status = ${nextState(event)}, claim = null, shown_at = coalesce(shown_at, ${at})
      ${event === 'open' ? sql`, opened_at = coalesce(opened_at, ${at})` : sql``}
    where user_id = ${userId} and ${isApplicable(event)} and (id = ${id}
      or message_id = (select message_id from delivery where id = ${id} and user_id = ${userId})
        and status in ('sending', 'accepted', 'shown'))
    returning id`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Sends a delivery once more, at once.
 * @param expiresAt the minimum expiry
 * @returns undefined when there is no such delivery, it is being sent, or it was shown
 */
export async function resendDelivery(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
  expiresAt: Date,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update delivery set status = ${nextState('resend')}, due_at = ${now}, lane = 'now', rank = 0, claim = null,
      expires_at = greatest(expires_at, ${expiresAt}::timestamptz)
    where user_id = ${userId} and id = ${id} and ${isApplicable('resend')} returning *`.execute(tx)
  return rows[0]
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

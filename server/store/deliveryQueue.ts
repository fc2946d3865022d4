import { sql } from 'kysely'
import type { Channel, HoldReason } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Db, Tx } from '../database/pool.ts'
import { isGone } from '../database/presence.ts'
import type { Lane } from '../database/schema.ts'
import type { DeliveryRow } from './deliveries.ts'
import { isApplicable, nextState } from './deliveryStates.ts'

/*
 * The delivery table is the queue of sends. A claim is the lease of one message, under a fencing token that all its deliveries
 * carry: only the holder of the token writes the outcome.
 */

/** The maximum duration of a send with all its deadlines. An older claim may be taken over although its process is alive. */
const SEND_LEASE_MS = 120 * SECOND_MS
/** A claim this young is left to its process, which may only have lost its connection to the database. */
const GRACE_MS = 10 * SECOND_MS
/** The pause before a send that failed unexpectedly is repeated doubles, up to the maximum. */
const FIRST_REPEAT_MS = SECOND_MS
const MAX_REPEAT_MS = 16 * SECOND_MS
/** How many due deliveries are examined for each that is claimed: some belong to users whose slots are taken. */
const EXAMINED_PER_CLAIM = 16
const MIN_EXAMINED = 200

/** What a sender claims from: one lane of one channel. */
export type Source = { channel: Channel; lane: Lane }

export type ClaimRules = {
  /** The id of this process's presence (`database/presence.ts`). */
  process: string
  now: Date
  /** Deliveries held for one of these reasons are batched: sent in one message for each target. */
  batchReasons: readonly HoldReason[]
  /** The maximum number of deliveries in a batch. */
  maxBatch: number
  /** The maximum number of other deliveries in one message; with 1, each is a message of its own. */
  maxAlerts: number
  /** One message at a time is sent to each target. */
  isSerial: boolean
}

/** The deliveries of one message. `isTakenOver`: another sender began to send it, and its outcome is unknown. */
export type Claim = { claim: string; lane: Lane; isTakenOver: boolean; rows: DeliveryRow[] }

/**
 * Claims due messages, in the order of their ranks. A user occupies at most `slotsOfUser` senders of the lane, over all
 * processes.
 * @param limit maximum number of messages
 */
export async function claimDue(
  db: Db,
  source: Source,
  rules: ClaimRules,
  { limit, slotsOfUser }: { limit: number; slotsOfUser: number },
): Promise<Claim[]> {
  const leaders = await findDue(db, source, rules, { limit, slotsOfUser })
  if (leaders.length === 0) return []
  return db.transaction().execute(async (tx) => {
    // Messages of one user are claimed one after the other, so that they see each other. The lock is taken by a statement of its
    // own: the next one has a snapshot with everything that was committed before.
    const users = [...new Set(leaders.map(({ userId }) => userId))]
    const { rows } = await sql<{ userId: string }>`
      select user_id from unnest(${users}::uuid[]) as owner (user_id)
      where pg_try_advisory_xact_lock(hashtextextended('deliveries of ' || user_id::text, 0))`.execute(tx)
    const locked = new Set(rows.map(({ userId }) => userId))
    const ids = leaders.filter(({ userId }) => locked.has(userId)).map(({ id }) => id)
    return claimMessages(tx, source.channel, ids, rules)
  })
}

/** SQL: deliveries that are sent in one message have the same key, the others have keys of their own. */
const messageKey = ({ batchReasons, isSerial }: ClaimRules) =>
  isSerial
    ? sql`concat(user_id, ' ', target)`
    : sql`case when ${isBatched(batchReasons)} and not batching_disabled then concat(user_id, ' ', target) else id::text end`

const isBatched = (reasons: readonly HoldReason[]) => sql<boolean>`coalesce(hold_reason = any(${reasons}::text[]), false)`

/**
 * The first delivery of each message that is due, by rank. Ranks are visited one by one (a loose index scan): deliveries of a
 * low rank that are not due yet are never read.
 */
async function findDue(
  db: Db,
  { channel, lane }: Source,
  rules: ClaimRules,
  { limit, slotsOfUser }: { limit: number; slotsOfUser: number },
): Promise<{ id: string; userId: string }[]> {
  const examined = Math.max(MIN_EXAMINED, EXAMINED_PER_CLAIM * limit)
  const isPending = sql`channel = ${channel} and lane = ${lane} and ${isApplicable('claim')}`
  const { rows } = await sql<{ id: string; userId: string }>`
    with recursive ranks (rank) as (
      (select rank from delivery where ${isPending} order by rank limit 1)
      union all
      select (select delivery.rank from delivery where ${isPending} and delivery.rank > ranks.rank order by delivery.rank limit 1)
      from ranks where ranks.rank is not null
    ), due as (
      select * from ranks cross join lateral (
        select id, user_id, target, due_at, ${messageKey(rules)} as message_key from delivery
        where ${isPending} and delivery.rank = ranks.rank and due_at <= ${rules.now} order by due_at limit ${examined}
      ) as ranked limit ${examined}
    ), sending as (
      select user_id, target, lane, claim from delivery where channel = ${channel} and status = 'sending'
    ), busy (user_id, messages) as (
      select user_id, count(distinct claim) from sending where lane = ${lane} group by user_id
    ), first_due as (
      select distinct on (message_key) id, user_id, target, rank, due_at from due order by message_key, rank, due_at, id
    ), free as (
      select id, user_id, rank, due_at, row_number() over (partition by user_id order by rank, due_at, id) as place from first_due
      where not (${rules.isSerial} and (user_id, target) in (select user_id, target from sending))
    )
    select id, user_id from free left join busy using (user_id)
    where place <= ${slotsOfUser} - coalesce(messages, 0)
    order by rank, due_at, id limit ${limit}`.execute(db)
  return rows
}

/**
 * Claims these deliveries, each with the others of its message that are due. Those that another process has claimed meanwhile,
 * or whose target it is sending to, are left out.
 */
export async function claimMessages(
  tx: Tx,
  channel: Channel,
  ids: readonly string[],
  { process, now, batchReasons, maxBatch, maxAlerts, isSerial }: ClaimRules,
): Promise<Claim[]> {
  const others = sql`other.user_id = leader.user_id and other.channel = ${channel} and other.target = leader.target`
  const isSameKind = sql`coalesce(other.hold_reason = any(${batchReasons}::text[]), false) = leader.is_batch`
  const { rows } = await sql<DeliveryRow>`
    with leader as materialized (
      select id, user_id, target, due_at, batching_disabled, ${isBatched(batchReasons)} as is_batch, gen_random_uuid() as claim, clock_timestamp() as claimed_at
      from delivery
      where id = any(${ids}::uuid[]) and ${isApplicable('claim')} and not (${isSerial} and exists (
        select from delivery as other where other.user_id = delivery.user_id and other.channel = ${channel}
          and other.target = delivery.target and other.status = 'sending'))
      for update skip locked
    ), companion as materialized (
      select other.id, leader.claim, leader.claimed_at from leader cross join lateral (
        select id from delivery as other where ${others} and other.id <> leader.id and other.status in ('held', 'waiting')
          and not other.batching_disabled and other.due_at <= greatest(leader.due_at, ${now}) and other.expires_at > ${now} and ${isSameKind}
        order by queued_at, id limit case when leader.batching_disabled then 0 when leader.is_batch then ${maxBatch - 1}::bigint else ${maxAlerts - 1}::bigint end
        for update skip locked
      ) as other
    )
    update delivery set status = ${nextState('claim')}, claim = taken.claim, claimed_at = taken.claimed_at, claimed_in = ${process}
    from (select id, claim, claimed_at from leader union all select id, claim, claimed_at from companion) as taken
    where delivery.id = taken.id returning delivery.*`.execute(tx)
  return byClaim(rows, false)
}

/**
 * Takes over messages whose outcome is unknown: their process has ended, the send failed unexpectedly and its pause is over, or
 * the lease has expired. A message that its provider may have accepted already is sent once more.
 * @param limit maximum number of messages
 */
export async function takeOver(
  db: Db,
  { channel, lane }: Source,
  { process }: Pick<ClaimRules, 'process'>,
  limit: number,
): Promise<Claim[]> {
  const repeatSeconds = sql`least(${FIRST_REPEAT_MS / SECOND_MS} * power(2, takeovers), ${MAX_REPEAT_MS / SECOND_MS})`
  const { rows } = await sql<DeliveryRow>`
    with abandoned as materialized (
      select distinct claim from delivery
      where channel = ${channel} and lane = ${lane} and ${isApplicable('takeOver')} and (
        claimed_in is null and claimed_at < now() - make_interval(secs => ${repeatSeconds})
        or claimed_at < now() - make_interval(secs => ${SEND_LEASE_MS / SECOND_MS})
        or claimed_in <> ${process} and claimed_at < now() - make_interval(secs => ${GRACE_MS / SECOND_MS}) and ${isGone(sql`claimed_in`)})
      limit ${limit}
    ), taken as materialized (
      select claim, gen_random_uuid() as next, clock_timestamp() as claimed_at from abandoned where pg_try_advisory_xact_lock(hashtextextended(claim::text, 0))
    )
    update delivery set status = ${nextState('takeOver')}, claim = taken.next, claimed_at = taken.claimed_at, claimed_in = ${process},
      takeovers = least(takeovers + 1, 100)
    from taken where delivery.claim = taken.claim and ${isApplicable('takeOver')} returning delivery.*`.execute(db)
  return byClaim(rows, true)
}

/** Gives up a claim without an outcome: the message is taken over after a pause. */
export async function releaseClaim(db: Db, claim: string): Promise<void> {
  await sql`update delivery set claimed_in = null, claimed_at = now() where claim = ${claim} and status = 'sending'`.execute(db)
}

function byClaim(rows: readonly DeliveryRow[], isTakenOver: boolean): Claim[] {
  return [...Map.groupBy(rows, (row) => row.claim ?? '')].map(([claim, of]) => ({
    ...{ claim, isTakenOver, lane: of[0]?.lane ?? 'now' },
    rows: of.toSorted((a, b) => a.queuedAt.getTime() - b.queuedAt.getTime() || (a.id < b.id ? -1 : 1)),
  }))
}

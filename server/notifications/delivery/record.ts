import type { Channel } from '../../../contract/notifications.ts'
import type { Db, Tx } from '../../database/pool.ts'
import { retryWhileUnreachable } from '../../database/retryWhileUnreachable.ts'
import type { Lane } from '../../database/schema.ts'
import type { Clock } from '../../runtime/clock.ts'
import { failpoint } from '../../runtime/failpoint.ts'
import type { Logger } from '../../runtime/log.ts'
import * as deliveries from '../../store/deliveries.ts'
import { staleBefore } from '../../store/devices.ts'
import { logUserEvents } from '../../store/logs.ts'
import { endPause, savePause } from '../../store/providerPauses.ts'
import type { ChannelModule, Channels } from '../channels/channel.ts'
import { findCurrentTarget } from '../recipients.ts'
import type { BuiltMessage } from './buildMessage.ts'
import { decideAnswer, heldUntil, nextAttempt } from './policy.ts'
import type { NotedAnswer } from './providerHealth.ts'
import type { WakeSenders } from './senderPools.ts'

/*
 * Writes what became of a claim: every function is one transaction, under the claim's fencing token.
 */

type Row = deliveries.DeliveryRow
type Dependencies = {
  db: Db
  clock: Clock
  log: Logger
  channels: Channels
  random: () => number
  wakeSenders: WakeSenders
}

/** Schedules deliveries of a claim again, without an attempt. */
export async function recordSchedules(
  { db, wakeSenders }: Dependencies,
  claim: string,
  event: 'hold' | 'wait',
  schedules: readonly deliveries.Schedule[],
): Promise<void> {
  const rows = await db.transaction().execute((tx) => deliveries.schedule(tx, event, schedules, claim))
  for (const { channel, lane } of rows.slice(0, 1)) if (lane !== 'later') wakeSenders(channel, lane)
}

/** Ends deliveries that are not sent. */
export async function recordEnds({ db, clock }: Dependencies, claim: string, ends: Ends): Promise<void> {
  await db.transaction().execute((tx) => expireAll(tx, claim, ends, clock.now()))
}

type Ends = Partial<Pick<BuiltMessage, 'ended' | 'unwanted' | 'superseded'>> & { expired?: Row[] }

async function expireAll(
  tx: Tx,
  claim: string,
  { expired = [], ended = [], unwanted = [], superseded = [] }: Ends,
  at: Date,
): Promise<void> {
  await expire(tx, claim, [...expired, ...ended], at)
  await expire(tx, claim, unwanted, at, 'unwanted')
  await expire(tx, claim, superseded, at, 'shownElsewhere')
}

async function expire(tx: Tx, claim: string, rows: readonly Row[], at: Date, reason?: Row['holdReason']): Promise<void> {
  if (rows.length === 0) return
  await deliveries.finish(tx, 'expire', idsOf(rows), { claim, at, reason })
  await logDeliveries(tx, rows)
}

/** The target was removed or its channel switched off. */
export async function recordGone(deps: Dependencies, claim: string, rows: readonly Row[]): Promise<void> {
  const at = deps.clock.now()
  const attempt = { at, status: 'dead', ms: 0, detail: 'the target is no longer there' } as const
  const released = await deps.db.transaction().execute(async (tx) => {
    await deliveries.insertAttempts(tx, idsOf(rows), attempt)
    await deliveries.finish(tx, 'fail', idsOf(rows), { claim, at })
    await logDeliveries(tx, rows)
    return releaseFallbacks(tx, rows, at)
  })
  wake(deps, released)
}

export type Answered = { built: BuiltMessage; provider: string; at: Date; ms: number; noted: NotedAnswer }

/**
 * Writes the attempt, its effects on the deliveries and the target, and the next attempt. Retried for a minute: a message that a
 * provider has accepted must not be sent again because the database is unreachable for a moment.
 */
export async function recordAnswer(deps: Dependencies, claim: string, answered: Answered): Promise<void> {
  const released = await retryWhileUnreachable(() =>
    deps.db.transaction().execute(async (tx) => {
      const released = await writeAnswer(deps, tx, claim, answered)
      failpoint('send.beforeCommit')
      return released
    }),
  )
  failpoint('send.afterCommit')
  wake(deps, released)
  const { noted, built } = answered
  if (noted.result.status !== 'accepted')
    deps.log.warn({ channel: built.included[0]?.channel, status: noted.result.status }, `not delivered: ${noted.result.detail}`)
}

async function writeAnswer(
  { channels, random }: Dependencies,
  tx: Tx,
  claim: string,
  { built, provider, at, ms, noted: { result, changes, isOpen } }: Answered,
): Promise<Released[]> {
  const rows = built.included
  const ids = idsOf(rows)
  const [first] = rows
  if (!first) return []
  await expireAll(tx, claim, built, at)
  await deliveries.insertAttempts(tx, ids, { at, status: result.status, ms, detail: result.detail })
  await logDeliveries(tx, rows)
  if (first.channel === 'webPush') await writeCircuits(tx, provider, first.userId, { result, changes, isOpen }, at)
  const decision = decideAnswer(result.status, rows.length)
  if (decision === 'accept') {
    await deliveries.finish(tx, 'accept', ids, { claim, at })
    return []
  }
  if (decision === 'fail') {
    await deliveries.finish(tx, 'fail', ids, { claim, at })
    const isCurrent = result.status === 'dead' && (await findCurrentTarget(tx, channels, first)) !== undefined
    const channel: ChannelModule = channels[first.channel]
    if (isCurrent) await channel.disable(tx, first, result.detail, at)
    return releaseFallbacks(tx, rows, at)
  }
  if (decision === 'split') await deliveries.disableBatching(tx, ids)
  const attempts = await deliveries.countAttempts(tx, first.id)
  await deliveries.schedule(tx, 'wait', nextAttempt(rows, result, { attempts, random: random(), now: at }), claim)
  return []
}

/** The state of push services' circuits, which the account shows at its devices. */
async function writeCircuits(
  tx: Tx,
  provider: string,
  user: string,
  { result, changes, isOpen }: NotedAnswer,
  at: Date,
): Promise<void> {
  const circuit = (scope: 'provider' | 'user') => ({ provider, userId: scope === 'user' ? user : null })
  if (isOpen) await savePause(tx, circuit(isOpen), result.status, at)
  for (const { to, scope } of changes) if (to === 'closed') await endPause(tx, circuit(scope))
}

type Released = { channel: Channel; lane: Lane }

/** When the last push fails, the fallback channel need not wait any longer. */
async function releaseFallbacks(tx: Tx, failed: readonly Row[], now: Date): Promise<Released[]> {
  const held: deliveries.Schedule[] = []
  for (const row of failed) {
    const next = row.channel === 'webPush' ? await deliveries.findFallback(tx, row, staleBefore(now)) : undefined
    if (next) held.push(heldUntil(next, 'pushFirst', now))
  }
  return deliveries.schedule(tx, 'advance', held)
}

function wake({ wakeSenders }: Dependencies, released: readonly Released[]): void {
  for (const { channel, lane } of released) wakeSenders(channel, lane)
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

const logDeliveries = (tx: Tx, rows: readonly Row[]) =>
  logUserEvents(
    tx,
    rows.map(({ id, userId }) => ({ userId, kind: 'delivery', subject: id })),
  )

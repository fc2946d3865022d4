import type { WaitReason } from '../../../contract/notifications.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import type { Db } from '../../database/pool.ts'
import type { Clock } from '../../runtime/clock.ts'
import { failpoint } from '../../runtime/failpoint.ts'
import type { Logger } from '../../runtime/log.ts'
import * as deliveries from '../../store/deliveries.ts'
import type { Claim } from '../../store/deliveryQueue.ts'
import { addMissed, setMessage } from '../../store/digests.ts'
import { loadUserSettings } from '../../store/notificationSettings.ts'
import { BATCH_REASONS } from '../alerts/schedule.ts'
import type { ChannelModule, Channels, Message, Owner, Target } from '../channels/channel.ts'
import { TRAITS } from '../channels/registry.ts'
import { findTarget } from '../recipients.ts'
import { type BuiltMessage, buildMessage } from './buildMessage.ts'
import type { CircuitBreakers } from './circuitBreakers.ts'
import { decideTime, hourlyCap, isBatch, waitingUntil } from './policy.ts'
import { noteAnswer, provenWithin, recentlyProven } from './providerHealth.ts'
import { recordAnswer, recordEnds, recordGone, recordSchedules } from './record.ts'
import type { WakeSenders } from './senderPools.ts'
import type { SlowUsers } from './slowUsers.ts'

export type SendingDependencies = {
  db: Db
  clock: Clock
  log: Logger
  channels: Channels
  breakers: CircuitBreakers
  slowUsers: SlowUsers
  publicUrl: string
  random: () => number
  wakeSenders: WakeSenders
}

type Row = deliveries.DeliveryRow

/**
 * Sends the message of a claim. Every attempt is stored. Its deliveries are finished when it is accepted, rejected, dead or
 * expired; otherwise they are due again until they expire.
 * @throws Error when the database or this program fails; the claim is then released and taken over
 */
export async function sendClaim(deps: SendingDependencies, claimed: Claim): Promise<void> {
  const [first] = claimed.rows
  const owner = first && (await loadUserSettings(deps.db, first.userId))
  // The user's account was deleted, and the deliveries with it.
  if (!owner) return
  const due = await takeDue(deps, claimed, owner)
  const [row] = due
  if (!row) return
  const [target, built] = await Promise.all([findTarget(deps.db, deps.channels, row, owner), buildMessage(deps, due, owner)])
  if (!target) await recordGone(deps, claimed.claim, due)
  else if (!built.message) await recordEnds(deps, claimed.claim, built)
  else if (!(await moveSlow(deps, claimed, due))) await deliver(deps, claimed, { row, target, built, message: built.message })
}

/** Ends what has expired, holds what the user's settings hold, and gives what is due now its message id. */
async function takeDue(deps: SendingDependencies, { claim, rows, isTakenOver }: Claim, owner: Owner): Promise<Row[]> {
  const { db, clock } = deps
  const now = clock.now()
  const { settings } = owner.stored
  const [first] = rows
  if (!first) return []
  const since = new Date(now.getTime() - HOUR_MS)
  const sent =
    hourlyCap(first.channel, settings) > 0
      ? await deliveries.listSentSince(db, first, { since, now, reasons: BATCH_REASONS })
      : []
  const { expired, held, due } = decideTime(rows, { settings, sent, isTakenOver }, now)
  if (expired.length > 0) await recordEnds(deps, claim, { expired })
  if (held.length > 0) await recordSchedules(deps, claim, 'hold', held)
  const [leader] = due
  if (!leader || (due.length === 1 && !isBatch(leader))) return due
  return db.transaction().execute(async (tx) => {
    const messageId = await setMessage(tx, due)
    if (isBatch(leader)) await addMissed(tx, leader, messageId, BATCH_REASONS)
    return due.map((row) => ({ ...row, messageId }))
  })
}

/**
 * Moves a message to the lane of slow targets if its user's last one took long.
 * @returns whether it was moved
 */
async function moveSlow(deps: SendingDependencies, { claim, lane }: Claim, rows: readonly Row[]): Promise<boolean> {
  const { db, clock, slowUsers } = deps
  const [row] = rows
  if (!row || lane === 'slow') return false
  const { channel, userId } = row
  if (!slowUsers.knows(channel, userId)) {
    const lastMs = await deliveries.lastAnswerMs(db, row, provenWithin(clock.now()).from)
    if (lastMs !== undefined) slowUsers.end(channel, userId, lastMs)
  }
  if (slowUsers.start(channel, userId, TRAITS[channel].slots[lane]) !== 'slow') return false
  const rank = slowUsers.noteMove(channel, userId)
  const moved = rows.map(({ id, dueAt, waitReason: reason }) => ({ id, dueAt, reason, lane: 'slow' as const, rank }))
  await recordSchedules(deps, claim, 'wait', moved)
  return true
}

type Delivery = { row: Row; target: Target; built: BuiltMessage; message: Message }

async function deliver(deps: SendingDependencies, { claim }: Claim, { row, target, built, message }: Delivery): Promise<void> {
  const { clock, channels, slowUsers } = deps
  const channel: ChannelModule = channels[row.channel]
  let ms: number | undefined
  try {
    const wait = await waitBefore(deps, channel, row, target)
    if (wait.ms > 0) {
      const at = new Date(clock.now().getTime() + wait.ms)
      const all = [...built.included, ...built.ended, ...built.unwanted, ...built.superseded]
      await recordSchedules(
        deps,
        claim,
        'wait',
        all.map((one) => waitingUntil(one, wait.reason, at)),
      )
      return
    }
    failpoint('send.before')
    const startedAt = performance.now()
    const result = await channel.send(target, message)
    ms = Math.round(performance.now() - startedAt)
    failpoint('send.after')
    const noted = await noteAnswer(deps, row, channel.providerOf(target), result)
    await recordAnswer(deps, claim, { built, provider: channel.providerOf(target), at: clock.now(), ms, noted })
  } finally {
    slowUsers.end(row.channel, row.userId, ms)
  }
}

/** How long this send has to wait. The circuit breaker is asked last: a send that it admits must be made and recorded. */
async function waitBefore(
  deps: SendingDependencies,
  channel: ChannelModule,
  row: Row,
  target: Target,
): Promise<{ ms: number; reason: WaitReason }> {
  const asked = channel.delayMs?.(target) ?? 0
  if (asked > 0) return { ms: asked, reason: 'throttled' }
  const breaker = deps.breakers.of(channel.providerOf(target))
  // Only an open breaker distinguishes proven targets, so the query is skipped while it is closed.
  const isProven = breaker.openFor(row.userId) !== undefined && (await recentlyProven(deps, row))
  return { ms: breaker.delayMs({ userId: row.userId, target: row.target, isProven }), reason: 'channelPaused' }
}

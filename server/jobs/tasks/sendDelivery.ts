import type { AttemptStatus, WaitReason } from '../../../contract/notifications.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import { findTarget } from '../../account/recipients.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/pool.ts'
import { retryWhileAway } from '../../database/retryWhileAway.ts'
import { type CircuitChange, DOUBTED_MS, type Sent } from '../../delivery/circuitBreaker.ts'
import { type CircuitBreakers, providerOf } from '../../delivery/circuitBreakers.ts'
import { retryPauseMs } from '../../delivery/schedule.ts'
import type { Message, Senders, SendResult, Target } from '../../delivery/sender.ts'
import type { SlowUsers } from '../../delivery/slowUsers.ts'
import { failpoint } from '../../failpoint.ts'
import type { Logger } from '../../log.ts'
import type { SecretBox } from '../../secrets.ts'
import * as claims from '../../store/claims.ts'
import * as deliveries from '../../store/deliveries.ts'
import { markDeviceDead, reviveDevice, staleBefore } from '../../store/devices.ts'
import { logUserEvents } from '../../store/logs.ts'
import {
  disableDiscord,
  disableWebhook,
  enableDiscord,
  enableWebhook,
  forgetBounce,
  markEmailBounced,
} from '../../store/notificationSettings.ts'
import { endPause, savePause } from '../../store/providerPauses.ts'
import { SLOTS } from '../lanes.ts'
import { type Queue, type RunningSendJob, StillRunning } from '../queue.ts'
import { buildMessage, type Reading } from './buildMessage.ts'
import { claimSends, moveToLane, postpone, settle } from './claimSends.ts'

export type SendingParts = {
  db: Db
  clock: Clock
  log: Logger
  queue: Queue
  secrets: SecretBox
  senders: Senders
  breakers: CircuitBreakers
  slowUsers: SlowUsers
  publicUrl: string
  /** The name of this process's presence (`database/presence.ts`). */
  process: () => string
  random: () => number
}

type Row = deliveries.DeliveryRow

/** What waits for the same webhook follows at once, without a job of its own; then other webhooks have their turn. */
const MAX_MESSAGES_A_JOB = 5

/**
 * Sends one delivery, together with others that wait for the same digest. Every try leaves a row. What was accepted, is
 * dead or has expired is over; anything else is planned again, until it expires.
 */
export async function sendDelivery(parts: SendingParts, job: RunningSendJob): Promise<void> {
  try {
    await sendAll(parts, job)
  } catch (error) {
    if (!(error instanceof StillRunning)) await claims.releaseClaims(parts.db, job.id, parts.process()).catch(() => {})
    throw error
  }
}

async function sendAll(parts: SendingParts, job: RunningSendJob): Promise<void> {
  const { db, clock } = parts
  for (const left of job.isRepeat ? await claims.listOrphaned(db, job.id) : []) {
    if (left.id !== job.deliveryId) await sendMessage(parts, { ...job, deliveryId: left.id, dueAt: left.dueAt })
  }
  let next: RunningSendJob | undefined = job
  for (let messages = 0; next && messages < MAX_MESSAGES_A_JOB; messages++) {
    const sent: Row | undefined = await sendMessage(parts, next)
    const waiting: Row | undefined = sent?.channel === 'discord' ? await deliveries.findNextAt(db, sent, clock.now()) : undefined
    next = waiting && { ...job, deliveryId: waiting.id, dueAt: waiting.dueAt }
  }
}

/** Sends what the job is for and what goes along with it; the answer is its delivery when it was accepted. */
async function sendMessage(parts: SendingParts, job: RunningSendJob): Promise<Row | undefined> {
  const { db, clock } = parts
  const rows = await claimSends(parts, job)
  const [row] = rows
  if (!row) return undefined
  const [target, reading] = await Promise.all([findTarget(db, parts.secrets, row), buildMessage(parts, rows)])
  if (!target) {
    await fail(parts, rows, 'the target is no longer there')
    return undefined
  }
  if (!reading.message) {
    await db.transaction().execute((tx) => settleUntold(tx, reading, clock.now()))
    return undefined
  }
  const { slowUsers } = parts
  const { channel, userId } = row
  const lane = job.lane ?? 'now'
  if (lane !== 'slow' && !slowUsers.knows(channel, userId)) {
    const lastMs = await deliveries.lastAnswerMs(db, row, provenWithin(clock.now()).from)
    if (lastMs !== undefined) slowUsers.end(channel, userId, lastMs)
  }
  if (lane !== 'slow' && slowUsers.start(channel, userId, SLOTS[lane][channel]) === 'slow') {
    const rank = slowUsers.noteMove(channel, userId)
    await db.transaction().execute((tx) => moveToLane(parts.queue, tx, rows, { lane: 'slow', rank }))
    return undefined
  }
  let ms: number | undefined
  try {
    const rest = await restOf(parts, row, target)
    if (rest.ms > 0) {
      await putOff(parts, rows, rest)
      return undefined
    }
    failpoint('send.before')
    const startedAt = performance.now()
    const result = await send(parts.senders, target, reading.message)
    ms = Math.round(performance.now() - startedAt)
    failpoint('send.after')
    const judgement = await judge(parts, row, target, result)
    const attempt = { at: parts.clock.now(), ms, judgement }
    // Retried: a message that a provider has accepted must not be sent again because the database is unreachable for a moment.
    await retryWhileAway(() => record(parts, reading, target, attempt))
    return result.status === 'accepted' ? row : undefined
  } finally {
    slowUsers.end(channel, userId, ms)
  }
}

/** What waits for a target that wants nothing for now: no try, and no longer than it has to. */
async function putOff({ db, clock, queue }: SendingParts, rows: readonly Row[], { ms, wait }: Rest): Promise<void> {
  const at = new Date(clock.now().getTime() + ms)
  await db.transaction().execute(async (tx) => {
    for (const row of rows) await postpone(queue, tx, row, { wait }, at)
  })
}

async function settleUntold(tx: Tx, { over, unwanted, spared }: Reading, at: Date): Promise<void> {
  await settle(tx, over, 'expired', at)
  await settle(tx, unwanted, 'expired', at, 'unwanted')
  await settle(tx, spared, 'expired', at, 'shownElsewhere')
}

type Rest = { ms: number; wait: WaitReason }

/** How long this send has to wait. The circuit breaker comes last: a send that it lets through has to be made and noted. */
async function restOf({ db, clock, senders, breakers }: SendingParts, row: Row, target: Target): Promise<Rest> {
  const asked = target.channel === 'discord' ? (senders.discord.restMs?.(target) ?? 0) : 0
  if (asked > 0) return { ms: asked, wait: 'throttled' }
  const breaker = breakers.of(target)
  // Only an open breaker tells proven targets from others.
  const isProven = breaker.openFor(row.userId) !== undefined && (await deliveries.wasAccepted(db, row, provenWithin(clock.now())))
  return { ms: breaker.restMs(sentTo(row, isProven)), wait: 'channelPaused' }
}

/** A target is proven when it accepted a delivery within the window and longer ago than the age. */
const PROVEN_WINDOW_MS = 30 * DAY_MS
const PROVEN_AGE_MS = HOUR_MS
const provenWithin = (now: Date) => ({
  from: new Date(now.getTime() - PROVEN_WINDOW_MS),
  to: new Date(now.getTime() - PROVEN_AGE_MS),
})
const sentTo = ({ userId, target }: Row, isProven: boolean): Sent => ({ userId, target, isProven })

function send(senders: Senders, target: Target, message: Message): Promise<SendResult> {
  switch (target.channel) {
    case 'discord':
      return senders.discord.send(target, message)
    case 'email':
      return senders.email.send(target, message)
    case 'webhook':
      return senders.webhook.send(target, message)
    case 'webPush':
      return senders.webPush.send(target, message)
  }
}

const IS_FINAL: Record<AttemptStatus, boolean> = {
  accepted: true,
  dead: true,
  rejected: true,
  // Our own credentials were refused: nothing is wrong with the target, so it waits until an operator has mended them.
  misconfigured: false,
  retry: false,
  throttled: false,
}

/** What one waits for after a try that did not end it; nothing is said of plain failures. */
const WAIT_REASON: { [Status in AttemptStatus]?: WaitReason } = { throttled: 'throttled', misconfigured: 'channelPaused' }

/** Writes the try, what it means for the delivery and the target, and the next try, in one transaction. */
async function record(parts: SendingParts, reading: Reading, target: Target, { at: now, ms, judgement }: Try): Promise<void> {
  const { db, log, random } = parts
  const rows = reading.told
  const { result, changes, isOpen } = judgement
  await db.transaction().execute(async (tx) => {
    // Not before: the job that holds them all may be one of these, and must be there to take the others up again.
    await settleUntold(tx, reading, now)
    for (const row of rows) {
      await deliveries.insertAttempt(tx, { deliveryId: row.id, at: now, status: result.status, ms, detail: result.detail })
    }
    const [first] = rows
    if (!first) return
    const isShared = result.status === 'rejected' && rows.length > 1
    if (isShared) {
      const ids = rows.map((row) => row.id)
      await deliveries.disableBatching(tx, ids)
    }
    if (isShared || !IS_FINAL[result.status]) {
      // One pause for all of a digest, so that it stays together.
      const pauseMs = retryPauseMs(await deliveries.countAttempts(tx, first.id), result.retryAfterMs, random())
      const wait = WAIT_REASON[result.status] ?? 'retry'
      for (const row of rows) await postpone(parts.queue, tx, row, { wait }, new Date(now.getTime() + pauseMs))
    } else {
      const ids = rows.map((row) => row.id)
      await deliveries.setDeliveryStatus(tx, ids, result.status === 'accepted' ? 'accepted' : 'failed', now)
      if (result.status !== 'accepted') await callStandby(parts.queue, tx, rows, now)
    }
    if (result.status === 'dead') await switchOff(parts, tx, first, result.detail, now)
    await logUserEvents(
      tx,
      rows.map((row) => ({ userId: row.userId, kind: 'delivery', subject: row.id })),
    )
    if (target.channel === 'webPush') {
      const circuit = (scope: CircuitChange['scope']) => ({
        provider: providerOf(target),
        userId: scope === 'user' ? first.userId : null,
      })
      if (isOpen) await savePause(tx, circuit(isOpen), result.status, now)
      for (const { to, scope } of changes) if (to === 'closed') await endPause(tx, circuit(scope))
    }
    failpoint('send.beforeCommit')
  })
  failpoint('send.afterCommit')
  if (result.status !== 'accepted')
    log.warn({ channel: target.channel, status: result.status }, `not delivered: ${result.detail}`)
}

/** Where no push can be shown any more, the channel that stands by need not wait. */
async function callStandby(queue: Queue, tx: Tx, failed: readonly Row[], now: Date): Promise<void> {
  for (const row of failed) {
    const next = row.channel === 'webPush' ? await deliveries.findFallback(tx, row, staleBefore(now)) : undefined
    if (next) await postpone(queue, tx, next, { hold: 'pushFirst' }, now)
  }
}

type Try = { at: Date; ms: number; judgement: Judgement }
type Judgement = { result: SendResult; isOpen: CircuitChange['scope'] | undefined; changes: readonly CircuitChange[] }

/** Notes the answer at the circuit breaker, logs its changes, and restores targets whose deaths it now doubts. */
async function judge(parts: SendingParts, row: Row, target: Target, answer: SendResult): Promise<Judgement> {
  if (answer.isLocal) return { result: answer, isOpen: undefined, changes: [] }
  const { db, clock, breakers, log } = parts
  const breaker = breakers.of(target)
  const wasAccepted = () => deliveries.wasAccepted(db, row, provenWithin(clock.now()))
  const isProven = answer.status === 'accepted' || (await retryWhileAway(wasAccepted))
  const { isTrusted, revived, changes } = breaker.note(sentTo(row, isProven), answer.status)
  for (const change of changes) logChange(log, providerOf(target), target, change, answer)
  if (revived.length > 0)
    log.error(
      { provider: providerOf(target), targets: revived.length },
      'mass death of targets doubted: those given up in the last minutes are restored',
    )
  for (const one of revived) await retryWhileAway(() => revive(parts, row.channel, one.userId, one.target))
  const result: SendResult = isTrusted
    ? answer
    : { ...answer, status: 'misconfigured', detail: `${answer.detail}, doubted: too many at once` }
  return { result, isOpen: breaker.openFor(row.userId), changes }
}

function logChange(
  log: Logger,
  provider: string,
  { channel }: Target,
  { to, scope, reason }: CircuitChange,
  { status, detail }: SendResult,
): void {
  const whose = scope === 'user' ? ' for one user' : ''
  if (to === 'closed') {
    log.info({ provider }, `circuit breaker closed${whose}: ${provider}, ${reason}`)
    return
  }
  // The operator cannot mend a user's own webhook or one user's targets: a warning, not an error.
  const level = channel === 'webhook' || scope === 'user' ? 'warn' : 'error'
  log[level]({ provider, status }, `circuit breaker opened${whose}: ${provider}, ${reason}, last: ${detail}`)
}

/** Takes a target for living again, and plans anew what failed at it. */
async function revive(
  { db, clock, queue }: SendingParts,
  channel: Row['channel'],
  userId: string,
  target: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (channel === 'webPush') await reviveDevice(tx, target)
    if (channel === 'discord') await enableDiscord(tx, userId)
    if (channel === 'webhook') await enableWebhook(tx, userId)
    if (channel === 'email') await forgetBounce(tx, userId, target)
    const since = new Date(now.getTime() - DOUBTED_MS)
    for (const row of await deliveries.listFailedSince(tx, { userId, channel, target }, since, now)) {
      await postpone(queue, tx, row, { wait: 'retry' }, now)
    }
  })
}

/** Nothing more goes to a target that is gone; one that was replaced while this try was under way stays. */
async function switchOff({ secrets }: SendingParts, tx: Tx, row: Row, detail: string, at: Date): Promise<void> {
  if (!(await findTarget(tx, secrets, row))) return
  if (row.channel === 'webPush') {
    await markDeviceDead(tx, row.target, at, { reason: 'provider', detail })
    await logUserEvents(tx, [{ userId: row.userId, kind: 'device', subject: row.target }])
  }
  if (row.channel === 'discord') await disableDiscord(tx, row.userId)
  if (row.channel === 'webhook') await disableWebhook(tx, row.userId)
  if (row.channel === 'email') await markEmailBounced(tx, row.userId, row.target)
}

async function fail({ db, clock, queue }: SendingParts, rows: readonly Row[], detail: string): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const row of rows) await deliveries.insertAttempt(tx, { deliveryId: row.id, at: now, status: 'dead', ms: 0, detail })
    await settle(tx, rows, 'failed', now)
    await callStandby(queue, tx, rows, now)
  })
}

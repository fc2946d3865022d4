import type { AttemptStatus, WaitReason } from '../../../contract/notifications.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import { findTarget } from '../../accounts/recipients.ts'
import type { Db, Tx } from '../../database/pool.ts'
import { retryWhileUnreachable } from '../../database/retryWhileUnreachable.ts'
import { type CircuitChange, DOUBTED_MS, type Sent } from '../../delivery/circuitBreaker.ts'
import { type CircuitBreakers, providerOf } from '../../delivery/circuitBreakers.ts'
import { retryPauseMs } from '../../delivery/schedule.ts'
import type { Message, Senders, SendResult, Target } from '../../delivery/sender.ts'
import type { SlowUsers } from '../../delivery/slowUsers.ts'
import type { Clock } from '../../runtime/clock.ts'
import { failpoint } from '../../runtime/failpoint.ts'
import type { Logger } from '../../runtime/log.ts'
import type { SecretBox } from '../../runtime/secrets.ts'
import * as claims from '../../store/claims.ts'
import * as deliveries from '../../store/deliveries.ts'
import { markDeviceDead, restoreDevice, staleBefore } from '../../store/devices.ts'
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
import { type BuiltMessage, buildMessage } from './buildMessage.ts'
import { claimSends, moveToLane, postpone, settle } from './claimSends.ts'

export type SendingDependencies = {
  db: Db
  clock: Clock
  log: Logger
  queue: Queue
  secrets: SecretBox
  senders: Senders
  breakers: CircuitBreakers
  slowUsers: SlowUsers
  publicUrl: string
  /** The id of this process's presence (`database/presence.ts`). */
  process: () => string
  random: () => number
}

type Row = deliveries.DeliveryRow

/** Messages for the same Discord webhook that one job sends, one after the other; then other webhooks get the slot. */
const MAX_MESSAGES_PER_JOB = 5

/**
 * Sends one delivery, with the others of its batch. Every attempt is stored. A delivery is finished when it is accepted,
 * rejected, dead or expired; otherwise it is rescheduled until it expires.
 */
export async function sendDelivery(deps: SendingDependencies, job: RunningSendJob): Promise<void> {
  try {
    await sendAll(deps, job)
  } catch (error) {
    if (!(error instanceof StillRunning)) await claims.releaseClaims(deps.db, job.id, deps.process()).catch(() => {})
    throw error
  }
}

async function sendAll(deps: SendingDependencies, job: RunningSendJob): Promise<void> {
  const { db, clock } = deps
  for (const left of job.isRepeat ? await claims.listOrphaned(db, job.id) : []) {
    if (left.id !== job.deliveryId) await sendMessage(deps, { ...job, deliveryId: left.id, dueAt: left.dueAt })
  }
  let next: RunningSendJob | undefined = job
  for (let messages = 0; next && messages < MAX_MESSAGES_PER_JOB; messages++) {
    const sent: Row | undefined = await sendMessage(deps, next)
    const waiting: Row | undefined = sent?.channel === 'discord' ? await deliveries.findNextAt(db, sent, clock.now()) : undefined
    next = waiting && { ...job, deliveryId: waiting.id, dueAt: waiting.dueAt }
  }
}

/**
 * Sends the job's delivery and those of its batch.
 * @returns the delivery if it was accepted
 */
async function sendMessage(deps: SendingDependencies, job: RunningSendJob): Promise<Row | undefined> {
  const { db, clock } = deps
  const rows = await claimSends(deps, job)
  const [row] = rows
  if (!row) return undefined
  const [target, built] = await Promise.all([findTarget(db, deps.secrets, row), buildMessage(deps, rows)])
  if (!target) {
    await fail(deps, rows, 'the target is no longer there')
    return undefined
  }
  if (!built.message) {
    await db.transaction().execute((tx) => settleUnsent(tx, built, clock.now()))
    return undefined
  }
  const { slowUsers } = deps
  const { channel, userId } = row
  const lane = job.lane ?? 'now'
  if (lane !== 'slow' && !slowUsers.knows(channel, userId)) {
    const lastMs = await deliveries.lastAnswerMs(db, row, provenWithin(clock.now()).from)
    if (lastMs !== undefined) slowUsers.end(channel, userId, lastMs)
  }
  if (lane !== 'slow' && slowUsers.start(channel, userId, SLOTS[lane][channel]) === 'slow') {
    const rank = slowUsers.noteMove(channel, userId)
    await db.transaction().execute((tx) => moveToLane(deps.queue, tx, rows, { lane: 'slow', rank }))
    return undefined
  }
  let ms: number | undefined
  try {
    const wait = await waitBefore(deps, row, target)
    if (wait.ms > 0) {
      await postponeAll(deps, rows, wait)
      return undefined
    }
    failpoint('send.before')
    const startedAt = performance.now()
    const result = await send(deps.senders, target, built.message)
    ms = Math.round(performance.now() - startedAt)
    failpoint('send.after')
    const noted = await noteAnswer(deps, row, target, result)
    const attempt = { at: deps.clock.now(), ms, noted }
    // Retried: a message that a provider has accepted must not be sent again because the database is unreachable for a moment.
    await retryWhileUnreachable(() => record(deps, built, target, attempt))
    return result.status === 'accepted' ? row : undefined
  } finally {
    slowUsers.end(channel, userId, ms)
  }
}

/** Reschedules without an attempt, for exactly the required wait. */
async function postponeAll({ db, clock, queue }: SendingDependencies, rows: readonly Row[], { ms, wait }: Wait): Promise<void> {
  const at = new Date(clock.now().getTime() + ms)
  await db.transaction().execute(async (tx) => {
    for (const row of rows) await postpone(queue, tx, row, { wait }, at)
  })
}

async function settleUnsent(tx: Tx, { ended, unwanted, superseded }: BuiltMessage, at: Date): Promise<void> {
  await settle(tx, ended, 'expired', at)
  await settle(tx, unwanted, 'expired', at, 'unwanted')
  await settle(tx, superseded, 'expired', at, 'shownElsewhere')
}

type Wait = { ms: number; wait: WaitReason }

/** How long this send has to wait. The circuit breaker is asked last: a send that it admits must be made and recorded. */
async function waitBefore({ db, clock, senders, breakers }: SendingDependencies, row: Row, target: Target): Promise<Wait> {
  const asked = target.channel === 'discord' ? (senders.discord.delayMs?.(target) ?? 0) : 0
  if (asked > 0) return { ms: asked, wait: 'throttled' }
  const breaker = breakers.of(target)
  // Only an open breaker distinguishes proven targets, so the query is skipped while it is closed.
  const isProven = breaker.openFor(row.userId) !== undefined && (await deliveries.wasAccepted(db, row, provenWithin(clock.now())))
  return { ms: breaker.delayMs(sentTo(row, isProven)), wait: 'channelPaused' }
}

/** A target is proven if it accepted a delivery within the window and before the minimum age. */
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
  // Our own credentials were refused. The target is not at fault, so the delivery waits until an operator has fixed them.
  misconfigured: false,
  retry: false,
  throttled: false,
}

/** The reason shown for the wait after an attempt; `retry` after other failures. */
const WAIT_REASON: { [Status in AttemptStatus]?: WaitReason } = { throttled: 'throttled', misconfigured: 'channelPaused' }

/** Writes the attempt, its effects on the delivery and the target, and the next attempt, in one transaction. */
async function record(
  deps: SendingDependencies,
  built: BuiltMessage,
  target: Target,
  { at: now, ms, noted }: Attempt,
): Promise<void> {
  const { db, log, random } = deps
  const rows = built.included
  const { result, changes, isOpen } = noted
  await db.transaction().execute(async (tx) => {
    // Only now: the batch's job may belong to one of these deliveries. Until here a crash must find it to resume the others.
    await settleUnsent(tx, built, now)
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
      // One pause for the whole batch, so that it stays together.
      const pauseMs = retryPauseMs(await deliveries.countAttempts(tx, first.id), result.retryAfterMs, random())
      const wait = WAIT_REASON[result.status] ?? 'retry'
      for (const row of rows) await postpone(deps.queue, tx, row, { wait }, new Date(now.getTime() + pauseMs))
    } else {
      const ids = rows.map((row) => row.id)
      await deliveries.setDeliveryStatus(tx, ids, result.status === 'accepted' ? 'accepted' : 'failed', now)
      if (result.status !== 'accepted') await releaseFallback(deps.queue, tx, rows, now)
    }
    if (result.status === 'dead') await switchOff(deps, tx, first, result.detail, now)
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

/** When the last push fails, the fallback channel need not wait any longer. */
async function releaseFallback(queue: Queue, tx: Tx, failed: readonly Row[], now: Date): Promise<void> {
  for (const row of failed) {
    const next = row.channel === 'webPush' ? await deliveries.findFallback(tx, row, staleBefore(now)) : undefined
    if (next) await postpone(queue, tx, next, { hold: 'pushFirst' }, now)
  }
}

type Attempt = { at: Date; ms: number; noted: NotedAnswer }
type NotedAnswer = { result: SendResult; isOpen: CircuitChange['scope'] | undefined; changes: readonly CircuitChange[] }

/** Records the answer at the circuit breaker, logs its changes, and restores targets whose `dead` reports it now doubts. */
async function noteAnswer(deps: SendingDependencies, row: Row, target: Target, answer: SendResult): Promise<NotedAnswer> {
  if (answer.isLocal) return { result: answer, isOpen: undefined, changes: [] }
  const { db, clock, breakers, log } = deps
  const breaker = breakers.of(target)
  const wasAccepted = () => deliveries.wasAccepted(db, row, provenWithin(clock.now()))
  const isProven = answer.status === 'accepted' || (await retryWhileUnreachable(wasAccepted))
  const { isTrusted, restored, changes } = breaker.note(sentTo(row, isProven), answer.status)
  for (const change of changes) logChange(log, providerOf(target), target, change, answer)
  if (restored.length > 0)
    log.error(
      { provider: providerOf(target), targets: restored.length },
      'too many targets reported dead at once: reports doubted, targets of the last minutes restored',
    )
  for (const one of restored) await retryWhileUnreachable(() => restoreTarget(deps, row.channel, one.userId, one.target))
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
  // The operator cannot fix a user's own webhook or targets, hence a warning, not an error.
  const level = channel === 'webhook' || scope === 'user' ? 'warn' : 'error'
  log[level]({ provider, status }, `circuit breaker opened${whose}: ${provider}, ${reason}, last: ${detail}`)
}

/** Enables a target again and reschedules its failed deliveries. */
async function restoreTarget(
  { db, clock, queue }: SendingDependencies,
  channel: Row['channel'],
  userId: string,
  target: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (channel === 'webPush') await restoreDevice(tx, target)
    if (channel === 'discord') await enableDiscord(tx, userId)
    if (channel === 'webhook') await enableWebhook(tx, userId)
    if (channel === 'email') await forgetBounce(tx, userId, target)
    const since = new Date(now.getTime() - DOUBTED_MS)
    for (const row of await deliveries.listFailedSince(tx, { userId, channel, target }, since, now)) {
      await postpone(queue, tx, row, { wait: 'retry' }, now)
    }
  })
}

/** Disables a dead target, unless it was replaced during the attempt. */
async function switchOff({ secrets }: SendingDependencies, tx: Tx, row: Row, detail: string, at: Date): Promise<void> {
  if (!(await findTarget(tx, secrets, row))) return
  if (row.channel === 'webPush') {
    await markDeviceDead(tx, row.target, at, { reason: 'provider', detail })
    await logUserEvents(tx, [{ userId: row.userId, kind: 'device', subject: row.target }])
  }
  if (row.channel === 'discord') await disableDiscord(tx, row.userId)
  if (row.channel === 'webhook') await disableWebhook(tx, row.userId)
  if (row.channel === 'email') await markEmailBounced(tx, row.userId, row.target)
}

async function fail({ db, clock, queue }: SendingDependencies, rows: readonly Row[], detail: string): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const row of rows) await deliveries.insertAttempt(tx, { deliveryId: row.id, at: now, status: 'dead', ms: 0, detail })
    await settle(tx, rows, 'failed', now)
    await releaseFallback(queue, tx, rows, now)
  })
}

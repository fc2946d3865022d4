import type { Channel } from '../../../contract/notifications.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import type { Db } from '../../database/pool.ts'
import { retryWhileUnreachable } from '../../database/retryWhileUnreachable.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import { type DeliveryRow, listFailedSince, schedule, wasAccepted } from '../../store/deliveries.ts'
import type { Channels, SendResult, TargetKey } from '../channels/channel.ts'
import { TRAITS } from '../channels/registry.ts'
import { type CircuitChange, DOUBTED_MS } from './circuitBreaker.ts'
import type { CircuitBreakers } from './circuitBreakers.ts'
import { waitingUntil } from './policy.ts'

type Dependencies = { db: Db; clock: Clock; log: Logger; breakers: CircuitBreakers; channels: Channels }

/** An answer after the circuit breaker has seen it: a doubted `dead` is `misconfigured`. */
export type NotedAnswer = {
  result: SendResult
  /** The widest circuit that is open for the user now. */
  isOpen: CircuitChange['scope'] | undefined
  changes: readonly CircuitChange[]
}

/** A target is proven if it accepted a delivery within the window and before the minimum age. */
const PROVEN_WINDOW_MS = 30 * DAY_MS
const PROVEN_AGE_MS = HOUR_MS
export const provenWithin = (now: Date): { from: Date; to: Date } => ({
  from: new Date(now.getTime() - PROVEN_WINDOW_MS),
  to: new Date(now.getTime() - PROVEN_AGE_MS),
})

/** Whether the target of this delivery is proven. */
export const recentlyProven = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>, row: DeliveryRow): Promise<boolean> =>
  wasAccepted(db, row, provenWithin(clock.now()))

/** Records the answer at the circuit breaker, logs its changes, and restores targets whose `dead` reports it now doubts. */
export async function noteAnswer(
  deps: Dependencies,
  row: DeliveryRow,
  provider: string,
  answer: SendResult,
): Promise<NotedAnswer> {
  if (answer.isLocal) return { result: answer, isOpen: undefined, changes: [] }
  const { breakers, log } = deps
  const breaker = breakers.of(provider)
  const { userId } = row
  const isProven = answer.status === 'accepted' || (await retryWhileUnreachable(() => recentlyProven(deps, row)))
  const { isTrusted, restored, changes } = breaker.note({ userId, target: row.target, isProven }, answer.status)
  for (const change of changes) logChange(log, { provider, channel: row.channel }, change, answer)
  if (restored.length > 0)
    log.error(
      { provider, targets: restored.length },
      'too many targets reported dead at once: reports doubted, targets of the last minutes restored',
    )
  for (const one of restored) await retryWhileUnreachable(() => restoreTarget(deps, { ...one, channel: row.channel }))
  const result: SendResult = isTrusted
    ? answer
    : { ...answer, status: 'misconfigured', detail: `${answer.detail}, doubted: too many at once` }
  return { result, isOpen: breaker.openFor(userId), changes }
}

function logChange(
  log: Logger,
  { provider, channel }: { provider: string; channel: Channel },
  { to, scope, reason }: CircuitChange,
  { status, detail }: SendResult,
): void {
  const whose = scope === 'user' ? ' for one user' : ''
  if (to === 'closed') {
    log.info({ provider }, `circuit breaker closed${whose}: ${provider}, ${reason}`)
    return
  }
  // The operator cannot fix a user's own service or targets, hence a warning, not an error.
  const level = TRAITS[channel].isServiceOfUser || scope === 'user' ? 'warn' : 'error'
  log[level]({ provider, status }, `circuit breaker opened${whose}: ${provider}, ${reason}, last: ${detail}`)
}

/** Enables a target again and reschedules its failed deliveries. */
async function restoreTarget({ db, clock, channels }: Dependencies, target: TargetKey): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await channels[target.channel].enable(tx, target)
    const failed = await listFailedSince(tx, target, new Date(now.getTime() - DOUBTED_MS), now)
    await schedule(
      tx,
      'restore',
      failed.map((row) => waitingUntil(row, 'retry', now)),
    )
  })
}

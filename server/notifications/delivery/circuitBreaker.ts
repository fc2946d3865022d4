import type { AttemptStatus } from '../../../contract/notifications.ts'
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'
import { type Circuit, createCircuit, type FailureStatus, FIRST_OPEN_MS, PROBE_TIMEOUT_MS } from './circuit.ts'
import { createDeadTargetWatch, DEAD_REPORT_WINDOW_MS } from './deadTargets.ts'
import { createRoundRobin } from './roundRobin.ts'

/*
 * The circuit breaker of one provider. Closed: the provider is called; open: it is not; half-open: one send probes it. There are
 * two kinds of circuit, so that no user opens one for others:
 * - Each user's own circuit opens when that user's targets fail in a row. It blocks that user only.
 * - The provider's circuit opens only when targets of several users fail, and only targets that it has accepted before
 *   ("proven"). A target that was never accepted, for example a made-up one, proves nothing. Probes go to proven targets.
 * When the provider reports targets of many users as dead at once, the provider is at fault, not the targets.
 */

/** Consecutive failures that open a circuit. */
const FAILURES_TO_OPEN: Readonly<Record<FailureStatus, number>> = { retry: 10, throttled: 10, misconfigured: 3 }
/** How many of one user's failures count towards opening the provider's circuit. */
const MAX_FAILURES_OF_USER: Readonly<Record<FailureStatus, number>> = { retry: 2, throttled: 2, misconfigured: 1 }
/** How long other sends wait while a probe is pending. */
const PROBE_WAIT_MS = 250
/** Users without failures that may still send after the provider's circuit opens. Their answers confirm that it is down. */
const MAX_CONFIRMATIONS = 20
/** Users with failures more recent than this probe after the others. */
const FAILING_USER_MS = 15 * MINUTE_MS
/** Extra wait before a user with recent failures may probe. */
const FAILING_USER_DELAY_MS = 10 * SECOND_MS
/** Interval between probes by targets that were never accepted, and the longest wait of such a target. */
const UNPROVEN_EVERY_MS = SECOND_MS
const UNPROVEN_WAIT_MS = 5 * SECOND_MS
/** Users with remembered failures; beyond this the oldest are dropped. */
const MAX_USERS = 10_000

/** How long targets that were disabled as dead can still be restored. */
export const DOUBTED_MS = DEAD_REPORT_WINDOW_MS

/** One send. `isProven`: the provider accepted a delivery to this target an hour or more ago. */
export type Sent = { readonly userId: string; readonly target: string; readonly isProven: boolean }

/** A change of the provider's circuit or of one user's. `reason`: text for the log. */
export type CircuitChange = { readonly to: 'open' | 'closed'; readonly scope: 'provider' | 'user'; readonly reason: string }

export type NoteResult = {
  /** Whether a `dead` answer can be trusted. */
  readonly isTrusted: boolean
  /** Targets that were reported dead earlier and are no longer believed to be. */
  readonly restored: readonly Pick<Sent, 'userId' | 'target'>[]
  readonly changes: readonly CircuitChange[]
}

export type CircuitBreaker = {
  /** Milliseconds until this may be sent; 0: now. After 0 the caller must {@link note} the answer. */
  delayMs(sent: Sent): number
  /** Records an answer of the provider. Failures on our side, before the provider was called, must not be recorded. */
  note(sent: Sent, status: AttemptStatus): NoteResult
  /** The widest circuit that is open for this user. */
  openFor(userId: string): CircuitChange['scope'] | undefined
  /** Whether the breaker holds no state and can be dropped. */
  readonly isIdle: boolean
}

/** @param now ms since 1970 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  // Short first pause: an outage that several users see is probed soon.
  const provider = createCircuit(now, FIRST_OPEN_MS)
  /** Targets without recent failures that were sent to since the circuit opened and have not answered yet, with the time. */
  const confirming = new Map<string, number>()
  let confirmations = 0
  let unprovenProbeAt = Number.NEGATIVE_INFINITY
  const users = new Map<string, { failures: number; circuit: Circuit }>()
  /** Failures of proven targets since the last accepted message, by user. */
  const streak = new Map<string, Record<FailureStatus, number>>()
  /** When a proven target of a user last failed, unless the user had a message accepted since. */
  const involved = new Map<string, number>()
  const deaths = createDeadTargetWatch(now)
  const roundRobin = createRoundRobin(now)

  function openProvider(by: FailureStatus | 'manyDead', reason: string): CircuitChange[] {
    const wasOpen = provider.isOpen
    provider.open(by)
    confirming.clear()
    confirmations = 0
    return wasOpen ? [] : [{ to: 'open', scope: 'provider', reason }]
  }

  /** A proven target failed while the circuit is open. Sends that were under way when it opened add nothing. */
  function noteFailureWhileOpen(target: string, by: FailureStatus | 'manyDead'): void {
    // The confirmation failed too; the pause is unchanged.
    if (confirming.delete(target)) return
    if (provider.isProbe(target)) openProvider(by, '')
  }

  function noteSuccess({ userId, isProven }: Sent, isAccepted: boolean): NoteResult {
    const changes: CircuitChange[] = []
    const reason = isAccepted ? 'a message was accepted' : 'a message was rejected'
    if (users.get(userId)?.circuit.isOpen) changes.push({ to: 'closed', scope: 'user', reason })
    users.delete(userId)
    if (isAccepted) involved.delete(userId)
    if (isAccepted || isProven) {
      if (provider.isOpen) {
        changes.push({ to: 'closed', scope: 'provider', reason })
        deaths.reset()
      }
      provider.close()
      streak.clear()
    }
    return { isTrusted: true, restored: [], changes }
  }

  function noteUserFailure({ userId, target }: Sent, status: FailureStatus): CircuitChange[] {
    const user = users.get(userId) ?? { failures: 0, circuit: createCircuit(now) }
    remember(users, userId, user)
    user.failures++
    const { circuit } = user
    if (circuit.isOpen ? circuit.isProbe(target) : user.failures >= FAILURES_TO_OPEN[status]) {
      const wasOpen = circuit.isOpen
      circuit.open(status)
      return wasOpen ? [] : [{ to: 'open', scope: 'user', reason: `${user.failures} failures in a row` }]
    }
    return []
  }

  function noteProviderFailure({ userId, target, isProven }: Sent, status: FailureStatus): CircuitChange[] {
    if (!isProven) return []
    remember(involved, userId, now())
    const counts = streak.get(userId) ?? { retry: 0, throttled: 0, misconfigured: 0 }
    remember(streak, userId, counts)
    counts[status]++
    if (provider.isOpen) {
      noteFailureWhileOpen(target, status)
      return []
    }
    let failures = 0
    for (const one of streak.values()) failures += Math.min(one[status], MAX_FAILURES_OF_USER[status])
    if (failures < FAILURES_TO_OPEN[status]) return []
    return openProvider(status, `${failures} failures in a row from ${streak.size} users`)
  }

  function noteDead(sent: Sent): NoteResult {
    if (sent.isProven) remember(involved, sent.userId, now())
    const { isDoubted, isProviderFaulty, restored, users: count, share } = deaths.noteDead(sent)
    if (provider.isOpen) {
      if (sent.isProven) noteFailureWhileOpen(sent.target, 'manyDead')
      return { isTrusted: false, restored, changes: [] }
    }
    const reason = `targets of ${count} users reported dead within minutes, ${Math.round(100 * share)} % of the users sent to`
    return { isTrusted: !isDoubted, restored, changes: isProviderFaulty ? openProvider('manyDead', reason) : [] }
  }

  function userDelayMs(userId: string): number {
    const circuit = users.get(userId)?.circuit
    if (!circuit?.isOpen) return 0
    if (now() < circuit.until) return roundRobin.after(userId, circuit.until)
    return circuit.isProbing ? roundRobin.after(userId, now() + SECOND_MS) : 0
  }

  /** For a target that was never accepted: its success closes the circuit, its failure proves nothing. */
  function unprovenDelayMs(userId: string): number {
    const earliest = Math.max(provider.until, unprovenProbeAt + UNPROVEN_EVERY_MS)
    if (now() < earliest) return roundRobin.after(userId, Math.min(earliest, now() + UNPROVEN_WAIT_MS))
    unprovenProbeAt = now()
    return 0
  }

  function providerDelayMs({ userId, target, isProven }: Sent): number {
    if (!provider.isOpen) return 0
    if (!isProven) return unprovenDelayMs(userId)
    const isInvolved = now() - (involved.get(userId) ?? Number.NEGATIVE_INFINITY) < FAILING_USER_MS
    const halfOpenAt = provider.until + (isInvolved ? FAILING_USER_DELAY_MS : 0)
    if (!isInvolved && confirmations < MAX_CONFIRMATIONS) {
      // Confirmation phase: a few users without failures probe before all others wait.
      confirmations++
      confirming.set(target, now())
      return 0
    }
    for (const [one, at] of confirming) if (now() - at >= PROBE_TIMEOUT_MS) confirming.delete(one)
    if (confirming.size > 0 || provider.isProbing) return PROBE_WAIT_MS
    if (now() < halfOpenAt) return roundRobin.after(userId, halfOpenAt)
    provider.probe(target)
    return 0
  }

  return {
    get isIdle() {
      return !provider.isOpen && users.size === 0 && streak.size === 0
    },
    openFor: (userId) => (provider.isOpen ? 'provider' : users.get(userId)?.circuit.isOpen ? 'user' : undefined),
    delayMs(sent) {
      const delayMs = userDelayMs(sent.userId) || providerDelayMs(sent)
      const circuit = users.get(sent.userId)?.circuit
      if (delayMs === 0 && circuit?.isOpen) circuit.probe(sent.target)
      return delayMs
    },
    note(sent, status) {
      if (status === 'dead') return noteDead(sent)
      deaths.noteSend(sent, status === 'accepted')
      if (status === 'accepted' || status === 'rejected') return noteSuccess(sent, status === 'accepted')
      const changes = [...noteUserFailure(sent, status), ...noteProviderFailure(sent, status)]
      return { isTrusted: true, restored: [], changes }
    },
  }
}

/** Sets an entry, and drops the oldest one when the map is full. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  const [oldest] = map.keys()
  if (!map.has(key) && map.size >= MAX_USERS && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

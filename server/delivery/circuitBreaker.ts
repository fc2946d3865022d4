import type { AttemptStatus } from '../../contract/notifications.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { type Circuit, createCircuit, type FailureStatus, FIRST_OPEN_MS, PROBE_TIMEOUT_MS } from './circuit.ts'
import { createDeathWatch, DEATH_WINDOW_MS } from './deathWatch.ts'
import { createRoundRobin } from './roundRobin.ts'

/*
 * The circuit breaker of one provider. Closed: the provider is called; open: it is not; half-open: one send probes it. There
 * are two kinds of circuit, so that no user opens one for others:
 * - Each user's own circuit opens when that user's targets fail in a row, and blocks that user only.
 * - The provider's circuit opens only when targets of several users fail, and only targets that it has accepted before
 *   ("proven"). A target that was never accepted, a made-up one for instance, proves nothing. Probes go to proven targets.
 * Mass death: when targets of many users turn out dead at once, the provider is at fault, not the targets.
 */

/** Failures in a row, none accepted in between, that open a circuit. */
const FAILURES_TO_OPEN: Readonly<Record<FailureStatus, number>> = { retry: 10, throttled: 10, misconfigured: 3 }
/** One user adds no more than this to the failures that open the provider's circuit. */
const MAX_FAILURES_OF_USER: Readonly<Record<FailureStatus, number>> = { retry: 2, throttled: 2, misconfigured: 1 }
/** Wait of other sends while a probe is pending. */
const PROBE_WAIT_MS = 250
/** While open: users without failures who may send at once, as confirmation that the provider is down. */
const MAX_CONFIRMATIONS = 20
/** Users with failures more recent than this are not the first to probe. */
const FAILING_USER_MS = 15 * MINUTE_MS
/** Extra wait before such a user may probe, so that users without failures go first. */
const FAILING_USER_DELAY_MS = 10 * SECOND_MS
/** Interval between probes by targets that were never accepted, and the longest wait before such a target asks again. */
const UNPROVEN_EVERY_MS = SECOND_MS
const UNPROVEN_WAIT_MS = 5 * SECOND_MS
/** Users whose failures are remembered; beyond that the oldest are forgotten. */
const MAX_USERS = 10_000

/** A death that was believed is taken back within this time. */
export const DOUBTED_MS = DEATH_WINDOW_MS

/** One send. `isProven`: the provider accepted a delivery for this target an hour or more ago. */
export type Sent = { readonly userId: string; readonly target: string; readonly isProven: boolean }

/** A change of a circuit, of the provider's or of one user's alone. `reason`: words for the log. */
export type CircuitChange = { readonly to: 'open' | 'closed'; readonly scope: 'provider' | 'user'; readonly reason: string }

export type Verdict = {
  /** Whether a `dead` answer may be believed. */
  readonly isTrusted: boolean
  /** Targets whose deaths were believed, and are not any more. */
  readonly revived: readonly Pick<Sent, 'userId' | 'target'>[]
  readonly changes: readonly CircuitChange[]
}

export type CircuitBreaker = {
  /** Milliseconds until this may be sent; 0: now. After 0 the caller must {@link note} the answer. */
  restMs(sent: Sent): number
  /** Learns from an answer of the provider. What failed here, before the provider was asked, must not be noted. */
  note(sent: Sent, status: AttemptStatus): Verdict
  /** The widest circuit that is open for this user. */
  openFor(userId: string): CircuitChange['scope'] | undefined
  /** Whether nothing is remembered that matters. */
  readonly isIdle: boolean
}

/** @param now ms since 1970 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  // Short first pause: an outage that several users see is probed soon.
  const provider = createCircuit(now, FIRST_OPEN_MS)
  /** Targets of users without a part in the failures that were asked since it opened last, and have not answered yet. */
  const confirming = new Map<string, number>()
  let confirmations = 0
  let unprovenProbeAt = Number.NEGATIVE_INFINITY
  const users = new Map<string, { failures: number; circuit: Circuit }>()
  /** Failures of proven targets since the provider last accepted something, by user. */
  const streak = new Map<string, Record<FailureStatus, number>>()
  /** When a proven target of a user failed last, unless something of theirs was accepted since. */
  const involved = new Map<string, number>()
  const deaths = createDeathWatch(now)
  const turns = createRoundRobin(now)

  function openProvider(by: FailureStatus | 'massDeath', reason: string): CircuitChange[] {
    const wasOpen = provider.isOpen
    provider.open(by)
    confirming.clear()
    confirmations = 0
    return wasOpen ? [] : [{ to: 'open', scope: 'provider', reason }]
  }

  /** A proven target has failed while the circuit is open. Several were under way when it opened: they say nothing new. */
  function noteFailureWhileOpen(target: string, by: FailureStatus | 'massDeath'): void {
    // The confirmation failed too; the pause is unchanged.
    if (confirming.delete(target)) return
    if (provider.isProbe(target)) openProvider(by, '')
  }

  /** The provider answered as it should. */
  function noteSuccess({ userId, isProven }: Sent, isAccepted: boolean): Verdict {
    const changes: CircuitChange[] = []
    const reason = isAccepted ? 'a message was accepted' : 'a message was judged'
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
    return { isTrusted: true, revived: [], changes }
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

  function noteDeath(sent: Sent): Verdict {
    if (sent.isProven) remember(involved, sent.userId, now())
    const { isDoubted, isMassDeath, revived, users: count, share } = deaths.noteDeath(sent)
    if (provider.isOpen) {
      if (sent.isProven) noteFailureWhileOpen(sent.target, 'massDeath')
      return { isTrusted: false, revived, changes: [] }
    }
    const reason = `targets of ${count} users died within minutes, ${Math.round(100 * share)} % of those who were sent to`
    return { isTrusted: !isDoubted, revived, changes: isMassDeath ? openProvider('massDeath', reason) : [] }
  }

  function userRestMs(userId: string): number {
    const circuit = users.get(userId)?.circuit
    if (!circuit?.isOpen) return 0
    if (now() < circuit.until) return turns.after(userId, circuit.until)
    return circuit.isProbing ? turns.after(userId, now() + SECOND_MS) : 0
  }

  /** Of a target that was never accepted: its success closes the circuit, its failure says nothing. */
  function unprovenRestMs(userId: string): number {
    const earliest = Math.max(provider.until, unprovenProbeAt + UNPROVEN_EVERY_MS)
    if (now() < earliest) return turns.after(userId, Math.min(earliest, now() + UNPROVEN_WAIT_MS))
    unprovenProbeAt = now()
    return 0
  }

  function providerRestMs({ userId, target, isProven }: Sent): number {
    if (!provider.isOpen) return 0
    if (!isProven) return unprovenRestMs(userId)
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
    if (now() < halfOpenAt) return turns.after(userId, halfOpenAt)
    provider.probe(target)
    return 0
  }

  return {
    get isIdle() {
      return !provider.isOpen && users.size === 0 && streak.size === 0
    },
    openFor: (userId) => (provider.isOpen ? 'provider' : users.get(userId)?.circuit.isOpen ? 'user' : undefined),
    restMs(sent) {
      const restMs = userRestMs(sent.userId) || providerRestMs(sent)
      const circuit = users.get(sent.userId)?.circuit
      if (restMs === 0 && circuit?.isOpen) circuit.probe(sent.target)
      return restMs
    },
    note(sent, status) {
      if (status === 'dead') return noteDeath(sent)
      deaths.noteSend(sent, status === 'accepted')
      if (status === 'accepted' || status === 'rejected') return noteSuccess(sent, status === 'accepted')
      const changes = [...noteUserFailure(sent, status), ...noteProviderFailure(sent, status)]
      return { isTrusted: true, revived: [], changes }
    },
  }
}

/** Sets an entry, at the cost of the oldest one when there are too many. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  const [oldest] = map.keys()
  if (!map.has(key) && map.size >= MAX_USERS && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

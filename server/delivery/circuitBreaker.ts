import type { AttemptStatus } from '../../contract/notifications.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { createDeathWatch, DEATH_WINDOW_MS } from './deathWatch.ts'
import { createRest, type FailureStatus, FIRST_REST_MS, PROBE_TIMEOUT_MS, type Rest } from './rest.ts'
import { createTurns } from './turns.ts'

/*
 * The circuit breaker of one provider. Closed: the provider is called; open: it is not; half-open: one send probes it. So
 * that no user decides for others there are two kinds of circuit:
 * - Each user has one of their own. It opens by what their own targets answer in a row, and for them alone.
 * - The provider's opens by failures of several users only, and only of targets that it has accepted before ("proven"). A
 *   target that was never accepted, made up for instance, says nothing about the provider. Probes go to proven targets too.
 * And it doubts: when targets of many users turn out to be dead at once, the provider is ill, not the targets.
 */

/** Failures in a row, none accepted in between, that open a circuit. */
const FAILURES_TO_OPEN: Readonly<Record<FailureStatus, number>> = { retry: 10, throttled: 10, misconfigured: 3 }
/** One user adds no more than this to the failures that open the provider's circuit. */
const MAX_FAILURES_OF_USER: Readonly<Record<FailureStatus, number>> = { retry: 2, throttled: 2, misconfigured: 1 }
/** What comes while somebody is asked looks again after this. */
const PROBE_WAIT_MS = 250
/** While it is open, so many who had no part in the failures are asked at once whether it is as it seems. */
const MAX_CONFIRMATIONS = 20
/** For so long whoever had a part in failures is not asked first whether they are over. */
const INVOLVED_FOR_MS = 15 * MINUTE_MS
/** The time after a rest that is left to others before somebody who had a part in the failures may probe. */
const INVOLVED_AFTER_MS = 10 * SECOND_MS
/** How often a target that was never accepted may try, whose failure says nothing, and how often it looks. */
const UNPROVEN_EVERY_MS = SECOND_MS
const UNPROVEN_WAIT_MS = 5 * SECOND_MS
/** Users whose failures are remembered; beyond that those who failed first are forgotten. */
const MAX_USERS = 10_000

/** A death that was believed is taken back within this time. */
export const DOUBTED_MS = DEATH_WINDOW_MS

/** One send. `isProven`: the provider has accepted something for this target before, and not only just now. */
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
  /** Milliseconds until this may be sent; 0: now. Whoever gets 0 has to {@link note} the answer. */
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
  // One that several users bring about is looked into soon, whatever the reason.
  const provider = createRest(now, FIRST_REST_MS)
  /** Targets of users without a part in the failures that were asked since it opened last, and have not answered yet. */
  const confirming = new Map<string, number>()
  let confirmations = 0
  let unprovenProbeAt = Number.NEGATIVE_INFINITY
  const users = new Map<string, { failures: number; circuit: Rest }>()
  /** Failures of proven targets since the provider last accepted something, by user. */
  const streak = new Map<string, Record<FailureStatus, number>>()
  /** When a proven target of a user failed last, unless something of theirs was accepted since. */
  const involved = new Map<string, number>()
  const deaths = createDeathWatch(now)
  const turns = createTurns(now)

  function openProvider(by: FailureStatus | 'massDeath', reason: string): CircuitChange[] {
    const wasOpen = provider.isOpen
    provider.open(by)
    confirming.clear()
    confirmations = 0
    return wasOpen ? [] : [{ to: 'open', scope: 'provider', reason }]
  }

  /** A proven target has failed while the circuit is open. Several were under way when it opened: they say nothing new. */
  function noteFailureWhileOpen(target: string, by: FailureStatus | 'massDeath'): void {
    // It is as it seemed; the rest goes on as it was.
    if (confirming.delete(target)) return
    if (provider.isProbe(target)) openProvider(by, '')
  }

  /** The provider answered as it should. */
  function noteWell({ userId, isProven }: Sent, isAccepted: boolean): Verdict {
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
    const user = users.get(userId) ?? { failures: 0, circuit: createRest(now) }
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
    const isInvolved = now() - (involved.get(userId) ?? Number.NEGATIVE_INFINITY) < INVOLVED_FOR_MS
    const halfOpenAt = provider.until + (isInvolved ? INVOLVED_AFTER_MS : 0)
    if (!isInvolved && confirmations < MAX_CONFIRMATIONS) {
      // Before all others wait, a few who had no part in it find out whether it is as it seems.
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
      if (status === 'accepted' || status === 'rejected') return noteWell(sent, status === 'accepted')
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

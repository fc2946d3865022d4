import type { AttemptStatus } from '../../contract/notifications.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'

export type FailureStatus = Extract<AttemptStatus, 'retry' | 'throttled' | 'misconfigured'>
export type OpenedBy = FailureStatus | 'massDeath'

/** How long a circuit stays open at first and at most; what an operator has to mend is not tried as often. */
export const FIRST_REST_MS = 5 * SECOND_MS
const MOST_REST_MS = MINUTE_MS
const FIRST_MENDING_REST_MS = MINUTE_MS
const MOST_MENDING_REST_MS = 15 * MINUTE_MS
/** A probe whose answer does not come back is given up for another one. */
export const PROBE_TIMEOUT_MS = 30 * SECOND_MS

/** The state of one circuit. */
export type Rest = {
  readonly isOpen: boolean
  /** When the circuit becomes half-open, ms since 1970; nothing while it is closed. */
  readonly until: number
  /** Whether a probe is under way. */
  readonly isProbing: boolean
  /** Opens it, or leaves it open for longer than the last time. */
  open(by: OpenedBy): void
  close(): void
  /** Notes that this target is the probe. */
  probe(target: string): void
  isProbe(target: string): boolean
}

/**
 * @param now ms since 1970
 * @param firstMendingMs the first rest when an operator has to mend it
 */
export function createRest(now: () => number, firstMendingMs = FIRST_MENDING_REST_MS): Rest {
  let until: number | undefined
  let times = 0
  let probe: { target: string; at: number } | undefined
  return {
    get isOpen() {
      return until !== undefined
    },
    get until() {
      return until ?? 0
    },
    get isProbing() {
      return probe !== undefined && now() - probe.at < PROBE_TIMEOUT_MS
    },
    open(by) {
      const isForOperator = by === 'misconfigured' || by === 'massDeath'
      const [first, most] = isForOperator ? [firstMendingMs, MOST_MENDING_REST_MS] : [FIRST_REST_MS, MOST_REST_MS]
      until = now() + Math.min(first * 2 ** times, most)
      times++
      probe = undefined
    },
    close() {
      until = undefined
      times = 0
      probe = undefined
    },
    probe(target) {
      probe = { target, at: now() }
    },
    isProbe: (target) => probe?.target === target,
  }
}

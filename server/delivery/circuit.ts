import type { AttemptStatus } from '../../contract/notifications.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'

export type FailureStatus = Extract<AttemptStatus, 'retry' | 'throttled' | 'misconfigured'>
export type OpenedBy = FailureStatus | 'massDeath'

/** How long a circuit stays open at first and at most; a misconfiguration, which an operator has to mend, is tried less often. */
export const FIRST_OPEN_MS = 5 * SECOND_MS
const MAX_OPEN_MS = MINUTE_MS
const FIRST_MISCONFIGURED_MS = MINUTE_MS
const MAX_MISCONFIGURED_MS = 15 * MINUTE_MS
/** A probe whose answer does not come back is given up for another one. */
export const PROBE_TIMEOUT_MS = 30 * SECOND_MS

/** The state of one circuit. */
export type Circuit = {
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
 * @param firstMendingMs how long it stays open at first after a misconfiguration
 */
export function createCircuit(now: () => number, firstMendingMs = FIRST_MISCONFIGURED_MS): Circuit {
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
      const [first, most] = isForOperator ? [firstMendingMs, MAX_MISCONFIGURED_MS] : [FIRST_OPEN_MS, MAX_OPEN_MS]
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

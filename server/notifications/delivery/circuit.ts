import type { AttemptStatus } from '../../../contract/notifications.ts'
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'

export type FailureStatus = Extract<AttemptStatus, 'retry' | 'throttled' | 'misconfigured'>
export type OpenedBy = FailureStatus | 'manyDead'

/**
 * How long a circuit stays open, at first and at most. Misconfigurations are probed less often: only an operator can fix them.
 */
export const FIRST_OPEN_MS = 5 * SECOND_MS
const MAX_OPEN_MS = MINUTE_MS
const FIRST_MISCONFIGURED_MS = MINUTE_MS
const MAX_MISCONFIGURED_MS = 15 * MINUTE_MS
/** A probe without an answer for this long is abandoned, and another one may start. */
export const PROBE_TIMEOUT_MS = 30 * SECOND_MS

/** The state of one circuit. */
export type Circuit = {
  readonly isOpen: boolean
  /** When the circuit becomes half-open, ms since 1970; 0 while it is closed. */
  readonly until: number
  /** Whether a probe is under way. */
  readonly isProbing: boolean
  /** Opens the circuit, or keeps it open with a longer pause than before. */
  open(by: OpenedBy): void
  close(): void
  /** Records that this target is the probe. */
  probe(target: string): void
  isProbe(target: string): boolean
}

/**
 * @param now ms since 1970
 * @param firstMisconfiguredMs how long the circuit stays open at first after a misconfiguration
 */
export function createCircuit(now: () => number, firstMisconfiguredMs = FIRST_MISCONFIGURED_MS): Circuit {
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
      const isForOperator = by === 'misconfigured' || by === 'manyDead'
      const [first, most] = isForOperator ? [firstMisconfiguredMs, MAX_MISCONFIGURED_MS] : [FIRST_OPEN_MS, MAX_OPEN_MS]
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

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { randomOf } from './random.ts'

/** The opening time of lot 0. */
export const HOUSE_EPOCH_MS = Date.UTC(2026, 0, 1)
/** The interval between new lots. */
export const LOT_INTERVAL_MS = 5 * SECOND_MS
/** The longest planned duration; late bids may extend it. */
export const MAX_DURATION_MS = 24 * HOUR_MS
/** How long an ended lot stays visible. */
export const LINGER_MS = 30 * MINUTE_MS

// Mean about 33 minutes: with a lot every 5 s, about 400 are active at a time, and a dozen of them end within any minute.
const DURATIONS_MS: readonly (readonly [weight: number, range: readonly [from: number, to: number]])[] = [
  [45, [4 * MINUTE_MS, 10 * MINUTE_MS]],
  [30, [10 * MINUTE_MS, 30 * MINUTE_MS]],
  [18, [30 * MINUTE_MS, HOUR_MS]],
  [6, [HOUR_MS, 3 * HOUR_MS]],
  [1, [6 * HOUR_MS, MAX_DURATION_MS]],
]

/** Milliseconds since 1970, whole seconds. */
export type Timing = { readonly startsAt: number; readonly plannedEnd: number }

export function timingOf(seed: string, number: number): Timing {
  const random = randomOf(seed, number, 'timing')
  const startsAt = HOUSE_EPOCH_MS + number * LOT_INTERVAL_MS + random.int(0, 3) * SECOND_MS
  const [from, to] = random.weighted(DURATIONS_MS)
  return { startsAt, plannedEnd: startsAt + Math.round(random.int(from, to) / SECOND_MS) * SECOND_MS }
}

/** The number of the newest lot that may have opened at `nowMs`. */
export function newestNumber(nowMs: number): number {
  return Math.floor((nowMs - HOUSE_EPOCH_MS) / LOT_INTERVAL_MS)
}

import { MINUTE_MS } from '../../contract/time.ts'

/** A reminder that comes at most so much later than its step still says the step. */
const TOLERANCE_MINUTES = 1
const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR
/** From this many hours or days on, the time left is rounded down to whole ones. */
const ENOUGH = 2

/** The minutes before the end that a reminder of a step speaks of: the step itself, unless it has been held up. */
export function minutesLeft(step: number, endsAt: string | undefined, now: Date): number {
  if (endsAt === undefined) return step
  const left = Math.ceil((Date.parse(endsAt) - now.getTime()) / MINUTE_MS)
  if (Math.abs(left - step) <= TOLERANCE_MINUTES) return step
  const unit = [MINUTES_PER_DAY, MINUTES_PER_HOUR].find((minutes) => left >= ENOUGH * minutes) ?? 1
  return Math.floor(left / unit) * unit
}

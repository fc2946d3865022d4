import { MINUTE_MS } from '../../../contract/time.ts'

/** A reminder that is late by at most this still names its step. */
const TOLERANCE_MINUTES = 1
const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR
/** From 2 units (hours or days) up, the time left is rounded down to whole units. */
const MIN_UNITS = 2

/** The minutes left that a reminder names: its step, unless the reminder is late. */
export function minutesLeft(step: number, endsAt: string | undefined, now: Date): number {
  if (endsAt === undefined) return step
  const left = Math.ceil((Date.parse(endsAt) - now.getTime()) / MINUTE_MS)
  if (Math.abs(left - step) <= TOLERANCE_MINUTES) return step
  const unit = [MINUTES_PER_DAY, MINUTES_PER_HOUR].find((minutes) => left >= MIN_UNITS * minutes) ?? 1
  return Math.floor(left / unit) * unit
}

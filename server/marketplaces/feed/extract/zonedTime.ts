/** A local date and time; months from 1. */
import { DAY_MS, MINUTE_MS } from '../../../../contract/time.ts'

export type Moment = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const EARLIEST_YEAR = 2000
const LATEST_YEAR = 2100

/**
 * The instant at which clocks show `moment`, milliseconds since 1970. A time skipped in spring counts as one hour later; of a
 * repeated time in autumn the first counts.
 * @param zone IANA name, or minutes east of UTC
 * @returns undefined without a zone, or for an invalid date or time
 */
export function zonedInstant(moment: Moment, zone: string | number | undefined): number | undefined {
  const { year, month, day, hour, minute, second } = moment
  if (zone === undefined || !(year >= EARLIEST_YEAR && year <= LATEST_YEAR && hour <= 24 && minute < 60 && second < 60))
    return undefined
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  const midnight = new Date(Date.UTC(year, month - 1, day))
  if (Number.isNaN(asUtc) || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined
  if (typeof zone === 'number') return asUtc - zone * MINUTE_MS
  // The offsets of the day before and after are those on both sides of a clock change.
  const before = asUtc - offsetMs(asUtc - DAY_MS, zone)
  const after = asUtc - offsetMs(asUtc + DAY_MS, zone)
  const readings = [before, after].filter((at) => at + offsetMs(at, zone) === asUtc)
  return readings.length === 0 ? before : Math.min(...readings)
}

function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const value = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second')) - at
}

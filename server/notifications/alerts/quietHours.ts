import type { NotificationSettings } from '../../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'

type QuietHours = NotificationSettings['quietHours']

/** When something due `at` may be delivered: at that time, or at the end of the quiet hours that it falls into. */
export function afterQuietHours(at: Date, quiet: QuietHours): Date {
  if (!quiet.enabled || quiet.from === quiet.to) return at
  const minute = minuteOfDay(at, quiet.timeZone)
  const from = parseClock(quiet.from)
  const to = parseClock(quiet.to)
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  return isQuiet ? nextLocalTime(at, to, quiet.timeZone) : at
}

const MINUTES_PER_DAY = DAY_MS / MINUTE_MS
const MAX_STEP_MINUTES = HOUR_MS / MINUTE_MS

/**
 * The next time after `at` at which clocks in `timeZone` show `minute` (of the day). If the clocks skip it, the time of the
 * skip.
 */
export function nextLocalTime(at: Date, minute: number, timeZone: string): Date {
  const minutesUntil = (time: number) => (minute - minuteOfDay(new Date(time), timeZone) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  let time = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  let wait = minutesUntil(time) || MINUTES_PER_DAY
  // Days with a clock change have 23 or 25 hours, so each step reads the local time again.
  while (wait > 0) {
    const step = Math.min(wait, MAX_STEP_MINUTES)
    const left = minutesUntil(time + step * MINUTE_MS)
    // The wait has grown by most of a day: the clocks skipped `minute` within this step.
    if (left > wait + MINUTES_PER_DAY / 2) {
      do time += MINUTE_MS
      while (minutesUntil(time) <= wait)
      return new Date(time)
    }
    time += step * MINUTE_MS
    wait = left
  }
  return new Date(time)
}

/** There are about 600 names of time zones, in any mix of upper and lower case. */
const MAX_FORMATS = 1000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes since midnight, local time in `timeZone`. */
export function minuteOfDay(at: Date, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(timeZone, format)
  }
  return parseClock(format.format(at))
}

function parseClock(text: string): number {
  const [hours, minutes] = text.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

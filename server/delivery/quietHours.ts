import type { NotificationSettings } from '../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts'

type QuietHours = NotificationSettings['quietHours']

/** When something that is due `at` may be delivered: at once, or when the quiet hours that it falls into end. */
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
 * The next time after `at` at which clocks in `timeZone` show `minute` (of the day); where they go forward over it, the
 * moment at which they do.
 */
export function nextLocalTime(at: Date, minute: number, timeZone: string): Date {
  const minutesUntil = (time: number) => (minute - minuteOfDay(new Date(time), timeZone) + MINUTES_PER_DAY) % MINUTES_PER_DAY
  let time = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  let wait = minutesUntil(time) || MINUTES_PER_DAY
  // A day is 23 to 25 hours long where clocks change: the calendar is asked again at each step.
  while (wait > 0) {
    const step = Math.min(wait, MAX_STEP_MINUTES)
    const left = minutesUntil(time + step * MINUTE_MS)
    // Suddenly most of a day away: clocks have jumped over it within this step.
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

/** There are some 600 names of time zones, and endless spellings of them. */
const MAX_FORMATS = 1000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes since midnight on a clock in that time zone. */
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

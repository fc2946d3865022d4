import type { NotificationSettings } from '../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'

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

/** The next time after `at` at which clocks in `timeZone` show `minute` (of the day), through changes of the clock as well. */
export function nextLocalTime(at: Date, minute: number, timeZone: string): Date {
  // A day is 23 to 25 hours long where clocks change: step by hours, then by minutes, and ask the calendar each time.
  const start = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const limit = start.getTime() + DAY_MS + 2 * HOUR_MS
  let candidate = start.getTime() + MINUTE_MS
  while (candidate <= limit) {
    const wait = (minute - minuteOfDay(new Date(candidate), timeZone) + 1440) % 1440
    if (wait === 0) return new Date(candidate)
    candidate += Math.max(1, Math.min(wait, 60)) * MINUTE_MS
  }
  // The hour that is skipped when clocks go forward has no such minute that day.
  return new Date(limit)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes since midnight on a clock in that time zone. */
export function minuteOfDay(at: Date, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    formats.set(timeZone, format)
  }
  return parseClock(format.format(at))
}

function parseClock(text: string): number {
  const [hours, minutes] = text.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

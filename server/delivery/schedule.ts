import type { AlertKind } from '../../contract/eventKind.ts'
import type { Channel, NotificationSettings } from '../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { ALERT_LIFETIME_MS } from '../limits.ts'
import { afterQuietHours, nextLocalTime } from './quietHours.ts'

/** Digests of a day or a week come at this minute of the day, in the user's time zone. */
const DIGEST_MINUTE = 8 * 60
const WEEKLY_DIGEST_DAY = 'Mon'

/**
 * When an alert is due on a channel and until when it is of use: at once, unless it waits for a digest or for the end
 * of the quiet hours. A reminder never waits for a digest, and never outlives the auction.
 */
export function planTime(
  channel: Channel,
  kind: AlertKind,
  settings: NotificationSettings,
  endsAt: Date | undefined,
  now: Date,
): { dueAt: Date; expiresAt: Date } {
  const collected = channel === 'email' && kind !== 'endingSoon' ? nextDigest(settings, now) : now
  const dueAt = afterQuietHours(collected, settings.quietHours)
  const lifetime = new Date(dueAt.getTime() + ALERT_LIFETIME_MS)
  return { dueAt, expiresAt: endsAt && endsAt < lifetime ? endsAt : lifetime }
}

function nextDigest(settings: NotificationSettings, now: Date): Date {
  const zone = settings.quietHours.timeZone
  switch (settings.email.frequency) {
    case 'instant':
      return now
    case 'hourly':
      return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS)
    case 'daily':
      return nextLocalTime(now, DIGEST_MINUTE, zone)
    case 'weekly': {
      let day = nextLocalTime(now, DIGEST_MINUTE, zone)
      for (let step = 0; step < 7 && weekday(day, zone) !== WEEKLY_DIGEST_DAY; step++) {
        day = nextLocalTime(new Date(day.getTime() + DAY_MS / 2), DIGEST_MINUTE, zone)
      }
      return day
    }
  }
}

const weekday = (at: Date, timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(at)

/** Pauses between tries of one delivery; the last one goes on until the alert expires. */
const RETRY_PAUSES_MS = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
]
const RETRY_JITTER = 0.2

/**
 * How long to wait before the next try. What the other side asked for is the least; jitter keeps those who failed
 * together from coming back together.
 * @param attempts tries so far, at least 1
 * @param random in [0, 1)
 */
export function retryPauseMs(attempts: number, retryAfterMs: number | undefined, random: number): number {
  const base = RETRY_PAUSES_MS[Math.min(attempts, RETRY_PAUSES_MS.length) - 1] ?? HOUR_MS
  const jittered = base * (1 + RETRY_JITTER * (2 * random - 1))
  return Math.round(Math.max(jittered, (retryAfterMs ?? 0) * (1 + RETRY_JITTER * random)))
}

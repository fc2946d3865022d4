import type { AlertKind } from '../../contract/eventKind.ts'
import type { Channel, Frequency, HoldReason, NotificationSettings } from '../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { ALERT_LIFETIME_MS } from '../limits.ts'
import { biddingEnd, isRise, type PriceChange } from './priceRange.ts'
import { afterQuietHours, nextLocalTime } from './quietHours.ts'

/** Digests of a day or a week come at this minute of the day, in the user's time zone. */
const DIGEST_MINUTE = 8 * 60
const WEEKLY_DIGEST_DAY = 'Mon'

/** What decides when an alert is told. */
export type Timed = { kind: AlertKind; endsAt?: Date | undefined /** Of a price change. */; change?: PriceChange | undefined }

/** What was held for one of these is told together, in one message for each target. */
export const GATHERED: readonly HoldReason[] = ['quietHours', 'digest', 'cap']
export type Gathered = Exclude<HoldReason, 'bidding' | 'pushFirst'>
export const isGathered = (reason: string | null): reason is Gathered => (GATHERED as readonly (string | null)[]).includes(reason)

/** Quiet hours, caps and digests are for people: a program takes each alert when it comes. */
export const isForPeople = (channel: Channel): boolean => channel !== 'webhook'

/** When a channel may be used again: `at` itself unless that is in its reader's quiet hours. */
export const quietEnd = (channel: Channel, { quietHours }: NotificationSettings, at: Date): Date =>
  isForPeople(channel) ? afterQuietHours(at, quietHours) : at

/**
 * When an alert is due on a channel and until when it is of use: at once, unless it waits for a digest, for bids to come
 * to rest or for the end of the quiet hours. A reminder never waits for a digest, and none outlives the auction.
 */
export function planTime(
  channel: Channel,
  alert: Timed,
  settings: NotificationSettings,
  now: Date,
): { dueAt: Date; expiresAt: Date; reason?: HoldReason } {
  const held = firstHold(channel, alert, settings, now)
  const dueAt = quietEnd(channel, settings, held.until)
  const reason = dueAt > held.until ? 'quietHours' : held.until > now ? held.reason : undefined
  const lifetime = new Date(dueAt.getTime() + ALERT_LIFETIME_MS)
  const expiresAt = alert.endsAt && alert.endsAt < lifetime ? alert.endsAt : lifetime
  return { dueAt, expiresAt, ...(reason ? { reason } : {}) }
}

/**
 * The same for a channel that waits whether a push is shown: not for so long that nothing is left of a reminder.
 * @param turn 1 for the channel that is told first, 2 for the next; 0 for one that need not wait at all
 */
export function planStandby(
  time: ReturnType<typeof planTime>,
  { endsAt }: Timed,
  { pushFirst }: NotificationSettings,
  turn: number,
  now: Date,
): ReturnType<typeof planTime> {
  // What is held for another reason comes late enough.
  if (time.reason) return time
  const patience = turn * pushFirst.minutes * MINUTE_MS
  const waitMs = endsAt ? Math.min(patience, ((endsAt.getTime() - now.getTime()) * turn) / (turn + 1)) : patience
  const dueAt = new Date(now.getTime() + waitMs)
  return { ...time, dueAt, reason: 'pushFirst' }
}

function firstHold(
  channel: Channel,
  { kind, endsAt, change }: Timed,
  settings: NotificationSettings,
  now: Date,
): { until: Date; reason?: HoldReason } {
  const frequency = channel === 'webhook' ? 'instant' : settings[channel].frequency
  if (kind !== 'endingSoon' && frequency !== 'instant')
    return { until: nextDigest(frequency, settings.quietHours.timeZone, now), reason: 'digest' }
  if (kind === 'priceChange' && change && isRise(change))
    return { until: biddingEnd({ since: now, endsAt }, now), reason: 'bidding' }
  return { until: now }
}

function nextDigest(frequency: Exclude<Frequency, 'instant'>, zone: string, now: Date): Date {
  switch (frequency) {
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

import type { AlertKind } from '../../../contract/eventKind.ts'
import type { Channel, Frequency, HoldReason, NotificationSettings } from '../../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'
import { ALERT_LIFETIME_MS } from '../../limits.ts'
import type { BatchReason } from '../channels/channel.ts'
import { TRAITS } from '../channels/registry.ts'
import { EVENTS } from '../events/registry.ts'
import { biddingEnd, isRise, type PriceChange } from './priceRange.ts'
import { afterQuietHours, nextLocalTime } from './quietHours.ts'

/** Daily and weekly digests are sent at this minute of the day, in the user's time zone. */
const DIGEST_MINUTE = 8 * 60
const WEEKLY_DIGEST_DAY = 'Mon'

/** What decides when an alert is sent. */
export type Timed = { kind: AlertKind; endsAt?: Date | undefined /** Of a price change. */; change?: PriceChange | undefined }

/** Alerts held for one of these reasons are sent together, in one message per target. */
export const BATCH_REASONS: readonly HoldReason[] = ['quietHours', 'digest', 'cap']
export const isBatched = (reason: string | null): reason is BatchReason =>
  (BATCH_REASONS as readonly (string | null)[]).includes(reason)

/** When a channel may be used: at `at`, or at the end of the quiet hours that it falls into. */
export const quietEnd = (channel: Channel, { quietHours }: NotificationSettings, at: Date): Date =>
  TRAITS[channel].isForHumans ? afterQuietHours(at, quietHours) : at

/**
 * When an alert is due on a channel, and when it expires. It is due at once unless a digest, ongoing bidding or quiet hours hold
 * it. Reminders are never part of a digest, and no alert outlives its auction.
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
 * The same for a channel that waits for a push to be shown. The wait never uses up all the time left before the end.
 * @param order 1 for the first fallback channel, 2 for the next; 0 for one that need not wait
 */
export function planFallback(
  time: ReturnType<typeof planTime>,
  { endsAt }: Timed,
  { pushFirst }: NotificationSettings,
  order: number,
  now: Date,
): ReturnType<typeof planTime> {
  // An alert that is held for another reason comes late enough.
  if (time.reason) return time
  const pushFirstMs = order * pushFirst.minutes * MINUTE_MS
  const waitMs = endsAt ? Math.min(pushFirstMs, ((endsAt.getTime() - now.getTime()) * order) / (order + 1)) : pushFirstMs
  const dueAt = new Date(now.getTime() + waitMs)
  return { ...time, dueAt, reason: 'pushFirst' }
}

function firstHold(
  channel: Channel,
  { kind, endsAt, change }: Timed,
  settings: NotificationSettings,
  now: Date,
): { until: Date; reason?: HoldReason } {
  const chosen = settings[channel]
  const frequency = 'frequency' in chosen ? chosen.frequency : 'instant'
  if (!EVENTS[kind].isUrgent && frequency !== 'instant')
    return { until: nextDigest(frequency, settings.quietHours.timeZone, now), reason: 'digest' }
  if (change && isRise(change)) return { until: biddingEnd({ since: now, endsAt }, now), reason: 'bidding' }
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

/** Pauses between attempts of one delivery; the last one repeats until the alert expires. */
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
 * How long to wait before the next attempt: at least what the other side asked for. Jitter spreads deliveries that failed
 * together.
 * @param attempts attempts so far, at least 1
 * @param random in [0, 1)
 */
export function retryPauseMs(attempts: number, retryAfterMs: number | undefined, random: number): number {
  const base = RETRY_PAUSES_MS[Math.min(attempts, RETRY_PAUSES_MS.length) - 1] ?? HOUR_MS
  const jittered = base * (1 + RETRY_JITTER * (2 * random - 1))
  return Math.round(Math.max(jittered, (retryAfterMs ?? 0) * (1 + RETRY_JITTER * random)))
}

import * as z from 'zod/mini'
import { Channel, FailedAttemptStatus } from './notifications.ts'
import { Id, Instant } from './primitives.ts'

/** A time in which a marketplace was not watched without a gap. */
export const WatchGap = z.object({ marketplace: z.string(), from: Instant, to: Instant })
export type WatchGap = z.infer<typeof WatchGap>

/** What became of one filter's alerts. */
export const FilterAlerts = z.object({
  filterId: Id,
  /** All of them; the others are parts of it. */
  alerts: z.int(),
  accepted: z.int(),
  /** Of `accepted`, those that a device reported as shown. */
  shown: z.int(),
  /** Not sent yet, whatever for. */
  waiting: z.int(),
  failed: z.int(),
  /** Came too late to be of use. */
  expired: z.int(),
  /**
   * From our first sight of an auction to the acceptance of its alert, without the time for which quiet hours or a digest
   * held it back: half, and 95 of 100, took no longer. Milliseconds; absent where none was accepted.
   */
  p50Ms: z.optional(z.int()),
  p95Ms: z.optional(z.int()),
  /** The last gap on the marketplaces that it watches. */
  lastGap: z.optional(WatchGap),
})
export type FilterAlerts = z.infer<typeof FilterAlerts>

/** How a channel is doing, from its alerts. */
export const ChannelAlerts = z.object({
  channel: Channel,
  lastAcceptedAt: z.optional(Instant),
  /** The last try that failed, when none has been accepted since. */
  lastFailure: z.optional(z.object({ at: Instant, status: FailedAttemptStatus, detail: z.string() })),
  /** Alerts that could not be sent yet, without those that the user's own settings hold back. */
  waiting: z.int(),
  /** Its whole service is not working, or not set up right on our side: nothing is given up meanwhile. */
  isPaused: z.boolean(),
})
export type ChannelAlerts = z.infer<typeof ChannelAlerts>

/** What became of a user's alerts since then. */
export const AlertReport = z.object({
  since: Instant,
  filters: z.array(FilterAlerts),
  /** Those over which alerts have gone or should go. */
  channels: z._default(z.array(ChannelAlerts), []),
})
export type AlertReport = z.infer<typeof AlertReport>

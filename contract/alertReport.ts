import * as z from 'zod/mini'
import { Channel, FailedAttemptStatus } from './notifications.ts'
import { Id, Instant } from './primitives.ts'

/** A period in which a marketplace was not watched without a gap. */
export const WatchGap = z.object({ marketplace: z.string(), from: Instant, to: Instant })
export type WatchGap = z.infer<typeof WatchGap>

/** One filter's alerts by outcome. */
export const FilterAlerts = z.object({
  filterId: Id,
  /** The total; the other counts are subsets. */
  alerts: z.int(),
  accepted: z.int(),
  /** Subset of `accepted` that a device reported as shown. */
  shown: z.int(),
  /** Not sent yet, for any reason. */
  waiting: z.int(),
  failed: z.int(),
  /** Expired before they could be sent. */
  expired: z.int(),
  /**
   * Median and 95th percentile from the first sight of an auction to the acceptance of its alert, without the time in quiet
   * hours or a digest. Milliseconds; absent when no alert was accepted.
   */
  p50Ms: z.optional(z.int()),
  p95Ms: z.optional(z.int()),
  /** The last gap on the filter's marketplaces. */
  lastGap: z.optional(WatchGap),
})
export type FilterAlerts = z.infer<typeof FilterAlerts>

/** The state of a channel, derived from its alerts. */
export const ChannelAlerts = z.object({
  channel: Channel,
  lastAcceptedAt: z.optional(Instant),
  /** The last failed attempt, if none was accepted since. */
  lastFailure: z.optional(z.object({ at: Instant, status: FailedAttemptStatus, detail: z.string() })),
  /** Alerts not sent yet, except those held by the user's settings. */
  waiting: z.int(),
  /** The service is down or our side is misconfigured; alerts are kept and retried meanwhile. */
  isPaused: z.boolean(),
})
export type ChannelAlerts = z.infer<typeof ChannelAlerts>

/** A user's alerts since `since`, by outcome. */
export const AlertReport = z.object({
  since: Instant,
  filters: z.array(FilterAlerts),
  /** Channels that have alerts. */
  channels: z._default(z.array(ChannelAlerts), []),
})
export type AlertReport = z.infer<typeof AlertReport>

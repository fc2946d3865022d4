import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../contract/time.ts'

// Server limits that more than one file uses; the unit is in the name.

/** The deadline of a whole poll. */
export const POLL_DEADLINE_MS = 45 * SECOND_MS
/** The deadline for reading a single lot while a user waits. */
export const LOOK_UP_DEADLINE_MS = 10 * SECOND_MS
/** How long a claimed search stays leased without renewal; after that its poller is considered dead. */
export const SEARCH_LEASE_MS = 15 * SECOND_MS

/** How often logs and schedules are polled without a notification. */
export const LOG_POLL_MS = 200
export const SCHEDULE_POLL_MS = 1000

/** Long enough to resume a stream after a day offline. */
export const LOG_RETENTION_MS = 2 * DAY_MS
export const IDEMPOTENCY_RETENTION_MS = 7 * DAY_MS
export const GAP_RETENTION_MS = 90 * DAY_MS

/** A session ends after the first of these without a call, and after the second in any case. */
export const SESSION_IDLE_MS = 30 * DAY_MS
export const SESSION_ABSOLUTE_MS = 180 * DAY_MS

/** How long a session is accepted without a new confirmation of its account by the identity provider. */
export const SESSION_VERIFIED_MS = DAY_MS

/**
 * How long an erased account is remembered. Sign-ins from before the erasure are refused, because refresh tokens do not expire.
 */
export const ERASURE_RETENTION_MS = 400 * DAY_MS

/** A guest without a call or sign-in for this long is deleted with all data. */
export const GUEST_IDLE_MS = 60 * DAY_MS

/** Without contact for this long a device is stale: push first stops waiting for it. */
export const DEVICE_STALE_MS = 30 * DAY_MS
/** Without contact for this long a device is gone: nothing is sent there. */
export const DEVICE_SILENT_MS = 60 * DAY_MS
/** How long a gone device stays listed with its reason. */
export const GONE_DEVICE_RETENTION_MS = 30 * DAY_MS

/** The range of previews: at most this old, and the newest N auctions. */
export const PREVIEW_WINDOW_MS = 30 * DAY_MS
export const MAX_PREVIEWED = 100_000

/** The maximum duration of a send with all its deadlines. An older claim belongs to a dead sender, and its job runs again. */
export const SEND_LEASE_MS = 2 * MINUTE_MS

/** How long an alert of a new match or price change is useful; a reminder is useful until the end. */
export const ALERT_LIFETIME_MS = 24 * HOUR_MS

/** How long after its end an auction is closed without confirmation by its marketplace. Late bids may have extended it. */
export const END_GRACE_MS = 2 * MINUTE_MS

/** How long a marketplace is not called after a 429 or 503 without Retry-After. */
export const DEFAULT_RETRY_AFTER_MS = MINUTE_MS
/** A longer Retry-After is treated as an error. */
export const MAX_RETRY_AFTER_MS = 6 * HOUR_MS

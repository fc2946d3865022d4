import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../contract/time.ts'

// Every number of the server that is a decision and belongs to more than one file; the unit is in the name.

/** How long a poll may take in all. */
export const POLL_DEADLINE_MS = 45 * SECOND_MS
/** How long someone waits for one lot to be read from its marketplace. */
export const LOOK_UP_DEADLINE_MS = 10 * SECOND_MS
/** How long a search stays claimed by a poller that says nothing more: after that it was killed. */
export const SEARCH_LEASE_MS = 15 * SECOND_MS

/** How often logs and schedules are looked at when nothing says that there is news. */
export const LOG_POLL_MS = 200
export const SCHEDULE_POLL_MS = 1000

/** Kept so that a stream can be resumed after a night's sleep. */
export const LOG_RETENTION_MS = 2 * DAY_MS
export const IDEMPOTENCY_RETENTION_MS = 7 * DAY_MS
export const GAP_RETENTION_MS = 90 * DAY_MS

/** A session ends after this time without a call, and after the second in any case. */
export const SESSION_IDLE_MS = 30 * DAY_MS
export const SESSION_ABSOLUTE_MS = 180 * DAY_MS

/** How long a session is accepted after the identity provider has confirmed its account. */
export const SESSION_VERIFIED_MS = DAY_MS

/** How long an erased account is remembered, to refuse sign-ins from before the erasure: refresh tokens do not expire. */
export const ERASURE_RETENTION_MS = 400 * DAY_MS

/** A guest without a call or sign-in for this long is deleted with all data. */
export const GUEST_IDLE_MS = 60 * DAY_MS

/** Without contact for this long a device is stale: push first stops waiting for it. */
export const DEVICE_STALE_MS = 30 * DAY_MS
/** Without contact for this long a device is gone: nothing is sent there. */
export const DEVICE_SILENT_MS = 60 * DAY_MS
/** How long a gone device stays listed with its reason. */
export const GONE_DEVICE_RETENTION_MS = 30 * DAY_MS

/** What a preview looks back at, and how many auctions at most: the newest. */
export const PREVIEW_WINDOW_MS = 30 * DAY_MS
export const MAX_PREVIEWED = 100_000

/** What a send may take with all its deadlines: a sender that claimed a delivery longer ago was killed, and its job runs again. */
export const SEND_LEASE_MS = 2 * MINUTE_MS

/** An alert of something new or changed is of no use after that; a reminder only until the end itself. */
export const ALERT_LIFETIME_MS = 24 * HOUR_MS

/** How long after its end a running auction is closed without its marketplace saying so: late bids may have extended it. */
export const END_GRACE_MS = 2 * MINUTE_MS

/** How long a marketplace that asked for patience without saying how much is left alone. */
export const DEFAULT_RETRY_AFTER_MS = MINUTE_MS
/** A Retry-After beyond this is taken for a mistake. */
export const MAX_RETRY_AFTER_MS = 6 * HOUR_MS

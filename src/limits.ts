/** The app's tunable numbers, with their units. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../contract/time.ts'

/** Cached auctions are stale after this. */
export const AUCTIONS_STALE_MS = 60 * SECOND_MS
export const DEFAULT_REMAINING_FILTERS = 3
/** Lifetime of the locale cookie: 365 days. */
export const LOCALE_COOKIE_S = 365 * 24 * 60 * 60
/** Reload after a load error at most once in this time. */
export const RELOAD_PAUSE_MS = 10 * SECOND_MS

/** The build manifest is checked at this interval, and when the page becomes visible. */
export const BUILD_POLL_MS = 15 * MINUTE_MS
/** How long a new build's worker may take to install before a plain reload is offered instead. */
export const BUILD_WORKER_WAIT_MS = 20 * SECOND_MS

/** Deadline of an API call, including its response. */
export const CALL_DEADLINE_MS = 15 * SECOND_MS
/** Event stream: first and longest pause before a reconnect. */
export const STREAM_BACKOFF_FIRST_MS = 1 * SECOND_MS
export const STREAM_BACKOFF_MAX_MS = 60 * SECOND_MS
/** A stream that is silent for this long counts as dead; the server sends keep-alive comments more often. */
export const STREAM_SILENCE_MS = 75 * SECOND_MS

/** Without a network, a push subscription never settles in some browsers. */
export const PUSH_ENABLE_DEADLINE_MS = 12 * SECOND_MS
/** Every start registers this device's push address, unless another tab has done so within this time. */
export const DEVICE_START_INTERVAL_MS = 10 * SECOND_MS
/** While the app stays open it is registered again after this; checked when the page becomes visible and at an interval. */
export const DEVICE_REFRESH_MS = DAY_MS
export const DEVICE_CHECK_INTERVAL_MS = HOUR_MS
/** An accepted test message counts as not shown after this many checks; without live events every third one refetches. */
export const PUSH_TEST_CHECKS = 15
export const PUSH_TEST_CHECK_INTERVAL_MS = SECOND_MS
export const PUSH_TEST_CHECKS_PER_REFETCH = 3

/** Rows per page, and rows stored for offline use. */
export const INBOX_PAGE_ROWS = 200
export const CACHED_AUCTIONS_MAX = 500
export const CACHED_DETAILS_MAX = 60
/** The next page is loaded when this few rows are left below. */
export const INBOX_PREFETCH_ROWS = 40

/** "Ending soon" in the inbox means within this. */
export const ENDING_SOON_MS = DAY_MS
/** Below this a clock shows seconds and has the ending colour. */
export const CLOCK_URGENT_MS = HOUR_MS

/** Debounce of the preview. */
export const PREVIEW_DEBOUNCE_MS = 250
export const PREVIEW_SAMPLE_ROWS = 12
/** From this many expected alerts a week, a filter counts as broad. */
export const BROAD_ALERTS_A_WEEK = 350
export const LOCATION_DEBOUNCE_MS = 350

/** How long a toast shows; longer with an undo. */
export const TOAST_MS = 6 * SECOND_MS
export const TOAST_UNDO_MS = 10 * SECOND_MS

/** Pauses between attempts to become a guest, doubled from the first to the longest. */
export const SIGN_IN_RETRY_FIRST_MS = 2 * SECOND_MS
export const SIGN_IN_RETRY_MAX_MS = 30 * SECOND_MS

/** Retry interval of queued changes in browsers without background sync. */
export const OUTBOX_RETRY_MS = 30 * SECOND_MS

/** Unsent log-outs to keep; they expire with the server's sessions. */
export const PENDING_LOG_OUTS_MAX = 20
export const PENDING_LOG_OUT_LIFE_MS = 180 * DAY_MS
/** Pauses between attempts to send them, doubled from the first to the longest. */
export const LOG_OUT_RETRY_FIRST_MS = 30 * SECOND_MS
export const LOG_OUT_RETRY_MAX_MS = HOUR_MS

/** How long a tab waits for another one's identity exchange: the deadlines of two calls, and some slack. */
export const EXCHANGE_LOCK_WAIT_MS = 2 * CALL_DEADLINE_MS + 5 * SECOND_MS

/** A swipe takes effect from this share of the row's width. */
export const SWIPE_SHARE = 0.3

/** Debug messages of the mobile shell, at most this many a second. */
export const SHELL_LOGS_PER_SECOND = 10

/** How long the first paint waits for stored data. */
export const HYDRATE_DEADLINE_MS = 1500

/** Work that the first paint does not need starts after this at the latest, even if the device is busy. */
export const IDLE_DEADLINE_MS = 2000

/** A notification clicked longer ago than this no longer causes navigation. */
export const PENDING_PATH_MS = 2 * MINUTE_MS

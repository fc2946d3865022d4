/** Every number of the app that is a choice, with its unit. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../contract/time.ts'

/** Specification 9: the auction cache is stale after 60 seconds. */
export const AUCTIONS_STALE_MS = 60 * SECOND_MS
/** Specification 9. */
export const DEFAULT_REMAINING_FILTERS = 3
/** Specification 9: the locale cookie lasts 365 days. */
export const LOCALE_COOKIE_S = 365 * 24 * 60 * 60
/** Specification 9: reload after a load error at most once per 10 seconds. */
export const RELOAD_PAUSE_MS = 10 * SECOND_MS

/** The build manifest is asked on this timer, and whenever the page comes back into view. */
export const BUILD_POLL_MS = 15 * MINUTE_MS
/** How long a found build may take to install its worker before a plain reload is offered instead. */
export const BUILD_WORKER_WAIT_MS = 20 * SECOND_MS

/** One call to our API, answer included. */
export const CALL_DEADLINE_MS = 15 * SECOND_MS
/** The event stream: first pause after a break, and the longest. */
export const STREAM_BACKOFF_FIRST_MS = 1 * SECOND_MS
export const STREAM_BACKOFF_MAX_MS = 60 * SECOND_MS
/** The server sends a comment at least this often; a stream silent for longer is taken for dead. */
export const STREAM_SILENCE_MS = 75 * SECOND_MS

/** A push subscription without network hangs for ever in some browsers. */
export const PUSH_ENABLE_DEADLINE_MS = 12 * SECOND_MS
/** Every start tells the server this device's push address, but not when another tab has just done so. */
export const DEVICE_START_REST_MS = 10 * SECOND_MS
/** While the app stays open it is told again after that; looked for when the page comes into view, and this often otherwise. */
export const DEVICE_REFRESH_MS = DAY_MS
export const DEVICE_LOOK_MS = HOUR_MS
/** A test message that was accepted counts as not shown after this many checks; without live events every third one refetches. */
export const PUSH_TEST_LOOKS = 15
export const PUSH_TEST_LOOK_MS = SECOND_MS
export const PUSH_TEST_READ_LOOKS = 3

/** Rows asked per page, and rows kept for reading offline. */
export const INBOX_PAGE_ROWS = 200
export const CACHED_AUCTIONS_MAX = 500
export const CACHED_DETAILS_MAX = 60
/** How near to the end of what is loaded the next page is asked for. */
export const INBOX_PREFETCH_ROWS = 40

/** What "ending soon" means in the inbox. */
export const ENDING_SOON_MS = DAY_MS
/** Below this a clock shows seconds and takes the ending colour. */
export const CLOCK_URGENT_MS = HOUR_MS

/** How long typing must rest before the preview is asked. */
export const PREVIEW_REST_MS = 250
export const PREVIEW_SAMPLE_ROWS = 12
/** Alerts a week from which on a filter counts as broad. */
export const BROAD_ALERTS_A_WEEK = 350
export const LOCATION_REST_MS = 350

/** How long a toast stays; one with an undo stays longer. */
export const TOAST_MS = 6 * SECOND_MS
export const TOAST_UNDO_MS = 10 * SECOND_MS

/** Pauses between tries to become a guest, doubled from the first to the longest. */
export const SIGN_IN_RETRY_FIRST_MS = 2 * SECOND_MS
export const SIGN_IN_RETRY_MAX_MS = 30 * SECOND_MS

/** Waiting changes are tried again on this timer where the browser has no background sync. */
export const OUTBOX_RETRY_MS = 30 * SECOND_MS
/** A change that failed this often for want of a working server is shown as stuck (and still tried). */
export const OUTBOX_STUCK_ATTEMPTS = 5

/** Unsent log-outs that are kept, for as long as the server keeps a session. */
export const PENDING_LOG_OUTS_MAX = 20
export const PENDING_LOG_OUT_LIFE_MS = 180 * DAY_MS
/** Pauses between tries to send them, doubled from the first to the longest. */
export const LOG_OUT_RETRY_FIRST_MS = 30 * SECOND_MS
export const LOG_OUT_RETRY_MAX_MS = HOUR_MS

/** How long a tab waits while another one exchanges the identity: two calls with their deadlines, and a little more. */
export const EXCHANGE_LOCK_WAIT_MS = 2 * CALL_DEADLINE_MS + 5 * SECOND_MS

/** A swipe decides when it has gone this share of the row's width. */
export const SWIPE_SHARE = 0.3

/** Debug texts of the mobile shell: at most this many a second. */
export const SHELL_LOGS_PER_SECOND = 10

/** How long the first paint waits for what is stored on the device. */
export const HYDRATE_DEADLINE_MS = 1500

/** What the first paint does not need begins after this at the latest, however busy the device is. */
export const IDLE_DEADLINE_MS = 2000

/** A notification that was clicked longer ago than this no longer moves the app. */
export const PENDING_PATH_MS = 2 * MINUTE_MS

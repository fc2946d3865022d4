/** Limits of what a user may enter. */

export const MAX_KEYWORDS_LENGTH = 500
/** Words as typed. */
export const MAX_KEYWORDS_WORDS = 60
/** Tokens after folding: `a-b` is two, and one character may fold to several. */
export const MAX_KEYWORDS_TOKENS = 120
/** Length of one token, UTF-16 code units. */
export const MAX_KEYWORD_LENGTH = 100
export const MAX_RADIUS_KM = 1000
/** The choices in the form. */
export const RADII_KM: readonly number[] = [5, 10, 20, 50, 100, 200, 500]
export const MAX_BIDS = 100_000
export const MAX_END_MINUTES = 129_600
export const MAX_LIST_ENTRIES = 100
export const DEFAULT_ENDING_SOON_MINUTES: readonly number[] = [1440, 60, 10]

/** The largest accepted amount: a larger one is an error or an attack, and sums could exceed safe integers. */
export const MAX_MINOR_UNITS = 1_000_000_000_000

export const MAX_WEBHOOK_URL_LENGTH = 1000
/** Replaces a webhook's secret in answers; sent back unchanged, it keeps the stored one. */
export const MASK = '••••'

/** A longer message of the mobile shell is not parsed. */
export const MAX_SHELL_MESSAGE_LENGTH = 16_384

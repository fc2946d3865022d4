/** Longer pauses are cut to a day: a wrong clock on the other side must not pause a source for ever. */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Parses `Retry-After` (RFC 9110, 10.2.3): seconds or an HTTP date.
 * @returns milliseconds from `nowMs`, from 0 to a day; undefined when absent or malformed. Fractions of a second are accepted,
 * because Discord sends them
 */
export function parseRetryAfter(value: string | null | undefined, nowMs: number): number | undefined {
  const text = value?.trim()
  if (!text) return undefined
  const waitMs = /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Math.ceil(Number(text) * 1000) : httpDate(text) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS)
}

/** `Date.parse` alone would accept "2026" or "-5"; an HTTP date begins with a weekday. */
function httpDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text) ? Date.parse(text) : Number.NaN
}

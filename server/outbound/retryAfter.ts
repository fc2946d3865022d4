/** No answer makes us wait longer than a day: a wrong clock on the other side must not silence a source for ever. */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * `Retry-After` (RFC 9110, 10.2.3): seconds or an HTTP date, as milliseconds from `nowMs`, never negative, at most a day.
 * Fractions of a second are taken too: Discord sends them. Undefined when absent or not understood.
 */
export function parseRetryAfter(value: string | null | undefined, nowMs: number): number | undefined {
  const text = value?.trim()
  if (!text) return undefined
  const waitMs = /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Math.ceil(Number(text) * 1000) : httpDate(text) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS)
}

/** `Date.parse` alone would take "2026" or "-5" for a date; an HTTP date begins with the name of a day. */
function httpDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text) ? Date.parse(text) : Number.NaN
}

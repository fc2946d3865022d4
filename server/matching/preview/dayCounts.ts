import type { Preview } from '../../../contract/preview.ts'
import { DAY_MS } from '../../../contract/time.ts'

const DAYS_PER_WEEK = 7

/** Counts moments (ms since 1970) on each of the last `days` days in UTC, oldest first, ending with the day of `now`. */
export function dayCounts(moments: readonly number[], now: number, days: number): Preview['perDay'] {
  const today = Math.floor(now / DAY_MS)
  const counts = Array.from({ length: days }, (_, index) => ({
    date: new Date((today - days + 1 + index) * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length),
    count: 0,
  }))
  for (const moment of moments) {
    const day = counts[Math.floor(moment / DAY_MS) - today + days - 1]
    if (day) day.count++
  }
  return counts
}

/**
 * The expected number of such moments per week, extrapolated from the last `days` days. If nothing was stored before `since`,
 * only the time since then counts, but at least a day: one hour is not representative.
 */
export function expectedPerWeek(moments: readonly number[], since: number, now: number, days: number): number {
  const from = Math.max(since, now - days * DAY_MS)
  const elapsedDays = Math.max(1, (now - from) / DAY_MS)
  const recent = moments.filter((moment) => moment >= from).length
  return (recent / elapsedDays) * DAYS_PER_WEEK
}

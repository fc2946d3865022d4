import type { AlertReport } from '../../contract/alertReport.ts'
import { DAY_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import { countAlerts, listLastGaps, readChannelAlerts } from '../store/alertReport.ts'
import { listFilters } from '../store/filters.ts'

/** The period of the alert report. */
const REPORT_WINDOW_MS = 30 * DAY_MS

/** A user's alerts of the last 30 days by channel and by filter, with the last gap in what was watched for the filter. */
export async function readAlertReport(db: Db, userId: string, now: Date): Promise<AlertReport> {
  const since = new Date(now.getTime() - REPORT_WINDOW_MS)
  const [counts, channels, gaps, filters] = await Promise.all([
    countAlerts(db, userId, since),
    readChannelAlerts(db, userId, since),
    listLastGaps(db, since),
    listFilters(db, userId),
  ])
  return {
    since: since.toISOString(),
    channels,
    filters: counts.map((one) => {
      const { marketplaces = [] } = filters.find(({ id }) => id === one.filterId) ?? {}
      const [lastGap] = gaps
        .filter(({ marketplace }) => marketplaces.length === 0 || marketplaces.includes(marketplace))
        .sort((a, b) => b.to.localeCompare(a.to))
      return { ...one, ...(lastGap ? { lastGap } : {}) }
    }),
  }
}

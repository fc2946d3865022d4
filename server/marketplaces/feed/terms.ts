import { MINUTE_MS } from '../../../contract/time.ts'
import type { Budget, Terms } from '../connector.ts'

/** The terms of the site behind a feed are unknown; the operator who configures the feed is responsible. */
export const FEED_TERMS: Terms = { ownSection: false, source: 'The operator entered this feed and answers for its use.' }

/** Most feeds are updated every 15 minutes. */
export const DEFAULT_MIN_INTERVAL_MS = 15 * MINUTE_MS
/** The longest interval of a feed, as a multiple of its shortest. */
export const MAX_INTERVAL_FACTOR = 2

/** Per interval, one call for the poll and one for a retry. */
export function feedBudget(minIntervalMs: number): Budget {
  return { calls: 2, perMs: minIntervalMs }
}

import { MINUTE_MS } from '../../../contract/time.ts'
import type { Budget, Terms } from '../connector.ts'

/** We cannot know what the site behind a feed asks; who enters the feed answers for it. */
export const FEED_TERMS: Terms = { ownSection: false, source: 'The operator entered this feed and answers for its use.' }

/** Polite without any hint: most feeds are made anew every quarter of an hour. */
export const DEFAULT_MIN_INTERVAL_MS = 15 * MINUTE_MS
/** A feed without demand is still looked at this often relative to its shortest interval. */
export const MAX_INTERVAL_FACTOR = 2

/** One call per poll, and one to spare for a retry, within each interval. */
export function feedBudget(minIntervalMs: number): Budget {
  return { calls: 2, perMs: minIntervalMs }
}

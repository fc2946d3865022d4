import type { MarketplaceHealth } from '../../contract/marketplace.ts'
import type { MarketplaceHealthRow } from '../store/searches.ts'

/** Missed polls, by its own interval, after which a marketplace counts as delayed. */
const DELAYED_AFTER_INTERVALS = 3
/** A rhythm of seconds would call every hiccup a delay. */
const MIN_DELAY_MS = 60_000
const FAILING_AFTER = 3

/** How long nothing may be heard in a rhythm before people are told, in milliseconds. */
function patienceMs(intervalMs: number): number {
  return Math.max(intervalMs * DELAYED_AFTER_INTERVALS, MIN_DELAY_MS)
}

/**
 * Whether a search that succeeds at `at` was away for longer than that, because it failed or because it did not run. Its
 * rhythm alone is no reason: where little happens it is looked at seldom.
 */
export function wasAway(
  { lastSuccessAt, failures, nextAt }: { lastSuccessAt: Date | null; failures: number; nextAt: Date },
  minIntervalMs: number,
  at: Date,
): boolean {
  const since = failures > 0 ? lastSuccessAt : nextAt
  return since !== null && at.getTime() - since.getTime() > patienceMs(minIntervalMs)
}

/** A marketplace's health as people are told it. */
export function healthOf(row: MarketplaceHealthRow | undefined, now: Date): MarketplaceHealth {
  if (!row) return { state: 'starting', failures: 0 }
  const { oldestSuccessAt } = row
  const isDelayed = !oldestSuccessAt || now.getTime() - oldestSuccessAt.getTime() > patienceMs(row.longestIntervalMs)
  const state = row.failures >= FAILING_AFTER ? 'failing' : !row.lastSuccessAt ? 'starting' : isDelayed ? 'delayed' : 'ok'
  return {
    state,
    ...(row.lastSuccessAt ? { lastSuccessAt: row.lastSuccessAt.toISOString() } : {}),
    ...(row.lastError ? { lastError: row.lastError } : {}),
    failures: row.failures,
    callsLeft: Math.max(0, Math.floor(row.callsLeft)),
  }
}

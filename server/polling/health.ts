import type { MarketplaceHealth } from '../../contract/marketplace.ts'
import type { MarketplaceHealthRow } from '../store/searches.ts'

/** A marketplace is delayed after missing this many polls. */
const DELAYED_AFTER_INTERVALS = 3
/** With short intervals, missing a few polls is no delay yet. */
const MIN_DELAY_MS = 60_000
const FAILING_AFTER = 3

/** How long after the last success a search counts as delayed, in milliseconds. */
function delayedAfterMs(intervalMs: number): number {
  return Math.max(intervalMs * DELAYED_AFTER_INTERVALS, MIN_DELAY_MS)
}

/**
 * Whether a search that succeeds at `at` missed polls for longer than that, because it failed or did not run. A long interval
 * between polls alone does not count.
 */
export function missedPolls(
  { lastSuccessAt, failures, nextAt }: { lastSuccessAt: Date | null; failures: number; nextAt: Date },
  minIntervalMs: number,
  at: Date,
): boolean {
  const since = failures > 0 ? lastSuccessAt : nextAt
  return since !== null && at.getTime() - since.getTime() > delayedAfterMs(minIntervalMs)
}

/** A marketplace's health as the app shows it. */
export function healthOf(row: MarketplaceHealthRow | undefined, now: Date): MarketplaceHealth {
  if (!row) return { state: 'starting', failures: 0 }
  const { oldestSuccessAt } = row
  const isDelayed = !oldestSuccessAt || now.getTime() - oldestSuccessAt.getTime() > delayedAfterMs(row.longestIntervalMs)
  const state = row.failures >= FAILING_AFTER ? 'failing' : !row.lastSuccessAt ? 'starting' : isDelayed ? 'delayed' : 'ok'
  return {
    state,
    ...(row.lastSuccessAt ? { lastSuccessAt: row.lastSuccessAt.toISOString() } : {}),
    ...(row.lastError ? { lastError: row.lastError } : {}),
    failures: row.failures,
    callsLeft: Math.max(0, Math.floor(row.callsLeft)),
  }
}

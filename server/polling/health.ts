import type { MarketplaceHealth } from '../../contract/marketplace.ts'
import type { MarketplaceHealthRow } from '../store/searches.ts'

/** So many polls of its own rhythm may be missed before a marketplace counts as delayed. */
const DELAYED_AFTER_INTERVALS = 3
/** A rhythm of seconds would call every hiccup a delay. */
const MIN_DELAY_MS = 60_000
const FAILING_AFTER = 3

/** A marketplace's health as people are told it. */
export function healthOf(row: MarketplaceHealthRow | undefined, now: Date): MarketplaceHealth {
  if (!row) return { state: 'starting', failures: 0 }
  const patienceMs = Math.max(row.longestIntervalMs * DELAYED_AFTER_INTERVALS, MIN_DELAY_MS)
  const isLate = !row.oldestSuccessAt || now.getTime() - row.oldestSuccessAt.getTime() > patienceMs
  const state = row.failures >= FAILING_AFTER ? 'failing' : !row.lastSuccessAt ? 'starting' : isLate ? 'delayed' : 'ok'
  return {
    state,
    ...(row.lastSuccessAt ? { lastSuccessAt: row.lastSuccessAt.toISOString() } : {}),
    ...(row.lastError ? { lastError: row.lastError } : {}),
    failures: row.failures,
    callsLeft: Math.max(0, Math.floor(row.callsLeft)),
  }
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { healthOf } from '../../server/polling/health.ts'
import { nextInterval, type PollOutcome, withJitter } from '../../server/polling/interval.ts'
import type { MarketplaceHealthRow } from '../../server/store/searches.ts'

const SEARCH = { key: 'all', minIntervalMs: 10_000, maxIntervalMs: 80_000 }

/** The intervals in seconds after a series of outcomes. */
function intervals(from: number, ...outcomes: PollOutcome[]): number[] {
  let current = from * 1000
  return outcomes.map((outcome) => {
    current = nextInterval(SEARCH, current, outcome)
    return current / 1000
  })
}

describe('the polling interval of a search', () => {
  test('shortens with new auctions and lengthens without, within its limits', () => {
    expect(intervals(40, 'news', 'news', 'news')).toEqual([20, 10, 10])
    expect(intervals(20, 'nothingNew', 'nothingNew', 'nothingNew', 'nothingNew', 'nothingNew')).toEqual([30, 45, 67.5, 80, 80])
  })

  test('doubles with each failure beyond its limit up to a maximum, and recovers at once', () => {
    expect(intervals(10, 'failed', 'failed', 'failed', 'failed', 'failed')).toEqual([20, 40, 80, 160, 320])
    expect(intervals(320, 'failed', 'failed', 'nothingNew')).toEqual([640, 640, 80])
  })

  test('has a jitter of a tenth', () => {
    expect([withJitter(1000, 0), withJitter(1000, 0.5), withJitter(1000, 1)]).toEqual([900, 1000, 1100])
  })

  test("is never below the marketplace's minimum", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<PollOutcome>('news', 'nothingNew', 'failed'), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 10_000 }),
        (outcomes, from) => {
          for (const seconds of intervals(from, ...outcomes)) expect(seconds).toBeGreaterThanOrEqual(10)
        },
      ),
      { seed: 20261120 },
    )
  })
})

describe('the health of a marketplace', () => {
  const NOW = new Date('2026-11-20T10:00:00.000Z')
  const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
  const aRow = (change: Partial<MarketplaceHealthRow> = {}): MarketplaceHealthRow => ({
    marketplace: 'lots',
    lastSuccessAt: before(5),
    oldestSuccessAt: before(5),
    lastError: null,
    failures: 0,
    longestIntervalMs: 60_000,
    callsLeft: 3.7,
    ...change,
  })

  test.each<[string, MarketplaceHealthRow | undefined, string]>([
    ['unknown', undefined, 'starting'],
    ['before the first poll', aRow({ lastSuccessAt: null, oldestSuccessAt: null }), 'starting'],
    ['in its rhythm', aRow(), 'ok'],
    ['after two failures', aRow({ failures: 2, lastError: 'unreachable: x' }), 'ok'],
    ['after three failures', aRow({ failures: 3, lastError: 'unreachable: x' }), 'failing'],
    ['that never worked', aRow({ failures: 3, lastSuccessAt: null, oldestSuccessAt: null }), 'failing'],
    ['after three intervals of silence', aRow({ oldestSuccessAt: before(181) }), 'delayed'],
    ['just before that', aRow({ oldestSuccessAt: before(179) }), 'ok'],
    ['of a rhythm of seconds, after half a minute', aRow({ longestIntervalMs: 1000, oldestSuccessAt: before(30) }), 'ok'],
  ])('%s', (_, row, state) => {
    expect(healthOf(row, NOW).state).toBe(state)
  })

  test('shows the remaining calls and the last error', () => {
    expect(healthOf(aRow({ failures: 1, lastError: 'throttled: status 429' }), NOW)).toEqual({
      state: 'ok',
      lastSuccessAt: before(5).toISOString(),
      lastError: 'throttled: status 429',
      failures: 1,
      callsLeft: 3,
    })
  })
})

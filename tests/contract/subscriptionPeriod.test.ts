import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysRemaining, SUBSCRIPTION_PERIOD_DAYS } from '../../contract/subscriptionPeriod.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time.ts'

const BOUGHT = '2026-11-20T12:00:00.000Z'
const bought = Date.parse(BOUGHT)

describe('days remaining', () => {
  it.each([
    ['at the purchase', 0, 30],
    ['by a clock that is behind the server', -MINUTE_MS, 30],
    ['a minute later', MINUTE_MS, 30],
    ['a day later', DAY_MS, 29],
    ['in the last minute', 30 * DAY_MS - MINUTE_MS, 1],
    ['at the end', 30 * DAY_MS, 0],
    ['long after', 400 * DAY_MS, 0],
  ])('%s', (_, after, days) => {
    expect(daysRemaining(BOUGHT, bought + after)).toBe(days)
  })

  it('are whole, never below 0 and never more than the period', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500 * DAY_MS, max: 500 * DAY_MS }), (after) => {
        const days = daysRemaining(BOUGHT, bought + after)
        expect(Number.isInteger(days)).toBe(true)
        expect(days).toBeGreaterThanOrEqual(0)
        expect(days).toBeLessThanOrEqual(SUBSCRIPTION_PERIOD_DAYS)
      }),
    )
  })
})

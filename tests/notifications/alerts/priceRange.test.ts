import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../contract/time.ts'
import {
  BIDDING_LAST_CALL_MS,
  BIDDING_MAX_MS,
  BIDDING_QUIET_MS,
  biddingEnd,
  mergedDueAt,
} from '../../../server/notifications/alerts/priceRange.ts'
import { minutesLeft } from '../../../server/notifications/messages/minutesLeft.ts'
import { NOW } from '../support.ts'

const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
const eur = (amount: number) => ({ amount, currency: 'EUR' })

test('a price rise is sent two minutes after the last bid, ten after the first, or a minute before the end', () => {
  expect(biddingEnd({ since: NOW }, NOW)).toEqual(at(2))
  expect(biddingEnd({ since: NOW }, at(9))).toEqual(at(10))
  expect(biddingEnd({ since: NOW, endsAt: at(2.5) }, NOW)).toEqual(at(1.5))
  expect(biddingEnd({ since: NOW, endsAt: at(0.5) }, NOW)).toEqual(NOW)
})

test('a price rise never waits beyond its maximum, into the past or past the end, for any sequence of bids', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: BIDDING_QUIET_MS - 1 }), { maxLength: 60 })
  fc.assert(
    fc.property(gaps, fc.option(fc.integer({ min: 1, max: 30 * MINUTE_MS }), { nil: undefined }), (waits, endsInMs) => {
      const endsAt = endsInMs === undefined ? undefined : new Date(NOW.getTime() + endsInMs)
      let now = NOW
      let dueAt = biddingEnd({ since: NOW, endsAt }, NOW)
      for (const [index, wait] of waits.entries()) {
        now = new Date(now.getTime() + wait)
        if (now >= dueAt) break
        dueAt = mergedDueAt({ from: eur(1), queuedAt: NOW, dueAt, isBidding: true }, { to: eur(index + 2), endsAt }, now)
        expect(dueAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
      }
      expect(dueAt.getTime()).toBeLessThanOrEqual(NOW.getTime() + BIDDING_MAX_MS)
      if (endsAt && endsAt.getTime() - BIDDING_LAST_CALL_MS > now.getTime())
        expect(dueAt.getTime()).toBeLessThanOrEqual(endsAt.getTime() - BIDDING_LAST_CALL_MS)
    }),
    { seed: 20261120, numRuns: 1000 },
  )
})

test('a change held for another reason keeps its due time', () => {
  const pending = { from: eur(1), queuedAt: NOW, dueAt: at(600), isBidding: false }
  expect(mergedDueAt(pending, { to: eur(2) }, at(1))).toEqual(at(600))
  expect(mergedDueAt({ ...pending, isBidding: true, dueAt: at(2) }, { to: eur(0) }, at(1))).toEqual(at(1))
})

test.each([
  ['in time', 60, 60, 60],
  ['a moment late', 60, 59.2, 60],
  ['late', 60, 44.5, 45],
  ['hours late', 1440, 170, 120],
  ['days late', 10_080, 3000, 2880],
  ['shortly before', 60, 0.5, 1],
])('a reminder says how long there is: %s', (_, step, leftMinutes, expected) => {
  expect(minutesLeft(step, at(leftMinutes).toISOString(), NOW)).toBe(expected)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Auction } from '../../../contract/auction.ts'
import type { FilterCriteria } from '../../../contract/filter.ts'
import { Preview } from '../../../contract/preview.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { createKeywordMatcher } from '../../../server/matching/index/matcher.ts'
import { type PreviewOptions, PreviewTally } from '../../../server/matching/preview/preview.ts'
import { naiveFlags, naiveVerdicts } from '../naive.ts'
import { anAuction, someCriteria } from '../support.ts'
import { auctionArbitrary, convert, criteriaArbitrary, NOW } from '../vocabulary.ts'

const options: PreviewOptions = { now: NOW, since: NOW - 30 * DAY_MS, windowDays: 30, limit: 3, currency: 'EUR', convert }
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()
const seen = (days: number, known: Parameters<typeof anAuction>[0] = {}) => anAuction({ firstSeenAt: daysAgo(days), ...known })

/** The tally over all auctions, with the keywords read in their texts. */
function preview(criteria: FilterCriteria, auctions: readonly Auction[], asked: PreviewOptions) {
  const keywords = createKeywordMatcher(criteria)
  const tally = new PreviewTally(criteria, keywords.hasKeywords, asked)
  for (const auction of auctions) {
    tally.add({ ...auction, firstSeenAt: Date.parse(auction.firstSeenAt) }, keywords.matches(auction))
  }
  return tally.result()
}

test('a preview has counts, days, a sample and its start', () => {
  const auctions = [
    seen(0.1, { id: '01890a5d-ac96-774b-bcce-b302099a8058' }),
    seen(1),
    seen(1),
    seen(3),
    seen(29.4),
    seen(31),
    seen(2, { title: 'Uhr' }),
    seen(2, { status: 'ended' }),
  ]
  const found = preview(someCriteria({ keywords: 'kamera' }), auctions, options)
  expect(Preview.parse({ ...found, sample: [] })).toEqual({ ...found, sample: [] })
  expect(found).toMatchObject({ matchCount: 6, evaluated: 7, since: daysAgo(30) })
  expect(found.perDay).toHaveLength(30)
  expect(found.perDay.at(-1)).toEqual({ date: '2026-11-20', count: 1 })
  expect(found.perDay.slice(-5, -1).map(({ count }) => count)).toEqual([0, 1, 1, 2])
  expect(found.perDay[0]).toEqual({ date: '2026-10-22', count: 1 })
  expect(found.expectedPerWeek).toBeCloseTo((6 / 30) * 7)
  const newest = auctions.filter(({ firstSeenAt }) => firstSeenAt >= daysAgo(1)).map(({ id }) => id)
  expect(found.sample).toEqual(newest)
})

test('a preview without stored auctions is empty', () => {
  const found = preview(someCriteria({ keywords: 'kamera' }), [], { ...options, since: NOW })
  expect(found).toMatchObject({
    matchCount: 0,
    expectedPerWeek: 0,
    sample: [],
    evaluated: 0,
    prices: { currency: 'EUR', buckets: [] },
  })
})

test('losses are the auctions that would match without one criterion', () => {
  const cheap = { price: { amount: 100, currency: 'EUR' } }
  const dear = { price: { amount: 900, currency: 'EUR' } }
  const auctions = [
    seen(1, cheap),
    seen(1, dear),
    seen(1, { ...dear, title: 'Uhr' }),
    seen(1, { ...cheap, title: 'Uhr' }),
    seen(1),
  ]
  const asked = { keywords: 'kamera', price: { max: 500, currency: 'EUR' } }
  const found = preview(someCriteria(asked), auctions, options)
  expect(found.losses).toEqual([
    { criterion: 'keywords', removed: 1 },
    { criterion: 'price', removed: 1 },
  ])
  expect(found.unknown).toEqual([{ criterion: 'price', count: 1 }])
  expect(preview(someCriteria({ ...asked, unknown: { price: 'exclude' } }), auctions, options)).toMatchObject({
    matchCount: 1,
    losses: [
      { criterion: 'keywords', removed: 1 },
      { criterion: 'price', removed: 2 },
    ],
    unknown: [],
  })
})

test('"ends within" counts once the end has come that near', () => {
  const asked = { endsWithinMinutes: 60 }
  const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
  const count = (endsAt: string) => preview(someCriteria(asked), [seen(1, { endsAt })], options).matchCount
  expect(count(at(60))).toBe(1)
  expect(count(at(61))).toBe(0)
  expect(count(at(-300))).toBe(1)
  expect(count(daysAgo(1.1))).toBe(0)
})

test("prices are those that match without the price range, in the filter's currency", () => {
  const priced = (amount: number, currency = 'EUR') => seen(1, { price: { amount, currency } })
  const auctions = [
    priced(100),
    priced(5000),
    priced(300, 'USD'),
    priced(7, 'JPY'),
    seen(1, { title: 'Uhr', price: { amount: 1, currency: 'EUR' } }),
  ]
  const { prices } = preview(someCriteria({ keywords: 'kamera', price: { max: 400, currency: 'EUR' } }), auctions, options)
  expect(prices.currency).toBe('EUR')
  expect(prices.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  expect(prices.buckets[0]).toMatchObject({ from: 100 })
})

test('buckets are round, contiguous, few, and contain every price', () => {
  const prices = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 200, size: 'max' })
  fc.assert(
    fc.property(prices, (amounts) => {
      const auctions = amounts.map((amount) => seen(1, { price: { amount, currency: 'EUR' } }))
      const { buckets } = preview(someCriteria(), auctions, options).prices
      expect(buckets.length).toBeLessThanOrEqual(16)
      for (const [index, { from, to, count }] of buckets.entries()) {
        expect(count).toBe(amounts.filter((amount) => amount >= from && amount < to).length)
        expect(from).toBe(buckets[index - 1]?.to ?? from)
      }
      expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(amounts.length)
    }),
    { seed: 9, numRuns: 200 },
  )
})

test('previews equal the rules, and losses and unknowns the verdicts', () => {
  fc.assert(
    fc.property(criteriaArbitrary, fc.array(auctionArbitrary, { maxLength: 8 }), (criteria, auctions) => {
      const found = preview({ ...criteria, endsWithinMinutes: undefined }, auctions, options)
      const asked = { ...criteria, endsWithinMinutes: undefined }
      const context = { now: NOW, convert }
      expect(found.matchCount).toBe(auctions.filter((auction) => naiveFlags(asked, auction, context)).length)
      for (const { criterion, removed } of found.losses) {
        const fails = auctions.map((auction) =>
          naiveVerdicts(asked, auction, context)
            .filter(([one, verdict]) => {
              const policy = criteria.unknown[one] ?? (one === 'location' ? 'exclude' : 'flag')
              return verdict === 'no' || (verdict === 'unknown' && policy === 'exclude')
            })
            .map(([one]) => one),
        )
        expect(removed).toBe(fails.filter((failed) => failed.length === 1 && failed[0] === criterion).length)
      }
    }),
    { seed: 10, numRuns: 1500 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explain } from '../../../server/matching/explain/explain.ts'
import { naiveFlags, naiveVerdicts } from '../naive.ts'
import { anAuction, someCriteria } from '../support.ts'
import { auctionArbitrary, convert, criteriaArbitrary, NOW } from '../vocabulary.ts'

const why = (asked: Record<string, unknown>, known: Parameters<typeof anAuction>[0]) =>
  explain(someCriteria(asked), anAuction(known), NOW, convert)

test('missing and excluded words are given by their range in the keywords', () => {
  const { matches, criteria } = why({ keywords: 'leica (m3, m6) -defekt -"nur karton"' }, { title: 'Leica M4, defekte Hülle' })
  expect(matches).toBe(false)
  expect(criteria).toEqual([
    {
      criterion: 'keywords',
      verdict: 'no',
      highlights: [{ field: 'title', start: 0, end: 5 }],
      missing: [{ start: 6, end: 14 }],
      excludedBy: [{ term: { start: 15, end: 22 }, highlights: [{ field: 'title', start: 10, end: 17 }] }],
    },
  ])
})

test('the compared amount and distance are given', () => {
  const location = { country: 'DE', zip: '10115', name: 'Berlin', lat: 52.5323, lon: 13.3846, radiusKm: 5 }
  const { criteria } = why(
    { location, price: { max: 100, currency: 'EUR' }, maxBids: 1 },
    { price: { amount: 400, currency: 'USD' }, location: { lat: 52.4009, lon: 13.0591, precision: 'exact' } },
  )
  expect(criteria).toEqual([
    { criterion: 'price', verdict: 'no', amount: { amount: 200, currency: 'EUR' } },
    { criterion: 'bids', verdict: 'unknown' },
    { criterion: 'location', verdict: 'no', distanceKm: expect.closeTo(26.45, 1) },
  ])
})

test('two words that one token spells are not missing', () => {
  expect(why({ keywords: '3080 ti' }, { title: 'RTX3080Ti' })).toMatchObject({ matches: true, criteria: [{ missing: [] }] })
})

test('explains the verdicts of the rules', () => {
  fc.assert(
    fc.property(criteriaArbitrary, auctionArbitrary, (criteria, auction) => {
      const context = { now: NOW, convert }
      const explanation = explain(criteria, auction, NOW, convert)
      const flags = naiveFlags(criteria, auction, context)
      expect(explanation.matches).toBe(auction.status === 'active' && flags !== undefined)
      if (flags) expect(explanation.flags).toEqual(flags)
      const verdicts = new Map(naiveVerdicts(criteria, auction, context))
      for (const { criterion, verdict } of explanation.criteria) expect(verdict).toBe(verdicts.get(criterion))
    }),
    { seed: 11, numRuns: 4000 },
  )
})

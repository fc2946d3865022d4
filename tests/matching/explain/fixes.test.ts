import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Auction } from '../../../contract/auction.ts'
import { DraftChange } from '../../../contract/explain.ts'
import { type FilterCriteria, FilterDraft } from '../../../contract/filter.ts'
import { changedCriteria } from '../../../server/matching/explain/change.ts'
import { exclusionCandidates } from '../../../server/matching/explain/exclusions.ts'
import type { FixCandidate } from '../../../server/matching/explain/fixCandidate.ts'
import { EffectCounter } from '../../../server/matching/explain/fixEffect.ts'
import { explainInput, fixOf, letsPass, verdictOf } from '../../../server/matching/explain/fixes.ts'
import { createKeywordMatcher } from '../../../server/matching/index/matcher.ts'
import type { RecentAuction } from '../../../server/matching/preview/recentList.ts'
import { anAuction, someCriteria } from '../support.ts'
import { auctionArbitrary, convert, criteriaArbitrary, NOW } from '../vocabulary.ts'

const caseOf = (asked: Record<string, unknown>, known: Partial<Auction>) => ({
  criteria: someCriteria(asked),
  auction: anAuction(known),
  now: NOW,
  convert,
})

/** The fix of the first criterion that has one. */
function fix(asked: Record<string, unknown>, known: Partial<Auction>) {
  const one = caseOf(asked, known)
  const [first] = explainInput(one).criteria.flatMap((explained) => fixOf(explained, one) ?? [])
  return first && { kind: first.kind, change: first.change, ...(first.values ? { values: first.values } : {}) }
}

const BERLIN = { country: 'DE', zip: '10115', name: 'Berlin', lat: 52.5323, lon: 13.3846, radiusKm: 5 }
const at = (lat: number, lon: number): Partial<Auction> => ({ location: { lat, lon, precision: 'exact' } })

// biome-ignore format: a table
test.each<[string, Record<string, unknown>, Partial<Auction>, object | undefined]>([
  ['what passes needs none', { keywords: 'leica' }, { title: 'Leica' }, undefined],
  ['words that only the description has', { keywords: 'leica m6' }, { title: 'Leica', description: 'M6 wie neu' },
    { kind: 'searchDescriptions', change: { searchIn: 'titleAndDescription' } }],
  ['another form of a word', { keywords: 'kamera', wordMatch: 'exact' }, { title: 'Kameras' },
    { kind: 'widenWords', change: { wordMatch: 'forms' } }],
  ['a compound', { keywords: 'kamera' }, { title: 'Spiegelreflexkamera' },
    { kind: 'widenWords', change: { wordMatch: 'compounds' } }],
  ['words that stand nowhere', { keywords: 'leica, (m6,m7) "sehr gut"' }, { title: 'Leica sehr gut' },
    { kind: 'dropWords', change: { keywords: 'leica, "sehr gut"' }, values: ['(m6,m7)'] }],
  ['a word that is excluded', { keywords: 'leica -defekt' }, { title: 'Leica, defekte Hülle' },
    { kind: 'dropWords', change: { keywords: 'leica' }, values: ['-defekt'] }],
  ['missing and excluded at once', { keywords: 'leica m6 -defekt' }, { title: 'Leica M3, defekt' },
    { kind: 'dropWords', change: { keywords: 'leica' }, values: ['m6', '-defekt'] }],
  ['words without which the filter would ask for nothing', { keywords: 'leica' }, { title: 'Rollei' }, undefined],
  ['another marketplace', { marketplaces: ['other'] }, { marketplace: 'demo' },
    { kind: 'addMarketplace', change: { marketplaces: ['other', 'demo'] }, values: ['demo'] }],
  ['another condition', { conditions: ['new'] }, { condition: 'used' },
    { kind: 'addCondition', change: { conditions: ['new', 'used'] }, values: ['used'] }],
  ['another category', { categories: ['furniture'] }, { category: { id: 'cameras', path: ['photo', 'cameras'] } },
    { kind: 'addCategory', change: { categories: ['furniture', 'cameras'] }, values: ['cameras'] }],
  ['a price above, rounded as a person would', { price: { max: 10_000, currency: 'EUR' } }, { price: { amount: 24_690, currency: 'USD' } },
    { kind: 'raisePrice', change: { price: { max: 13_000, currency: 'EUR', of: 'price' } } }],
  ['a price below', { price: { min: 10_000, currency: 'EUR' } }, { price: { amount: 7777, currency: 'EUR' } },
    { kind: 'lowerPrice', change: { price: { min: 7700, currency: 'EUR', of: 'price' } } }],
  ['more bids', { maxBids: 2 }, { bidCount: 37 }, { kind: 'raiseBids', change: { maxBids: 37 } }],
  ['the next step of the radius', { location: BERLIN }, at(52.4009, 13.0591),
    { kind: 'widenRadius', change: { location: { country: 'DE', zip: '10115', radiusKm: 50 } } }],
  ['a radius beyond the steps', { location: BERLIN }, at(48.1, 11.6),
    { kind: 'widenRadius', change: { location: { country: 'DE', zip: '10115', radiusKm: 600 } } }],
  ['too far for any radius', { location: BERLIN, keywords: 'kamera' }, at(-33.9, 151.2), { kind: 'dropCriterion', change: { location: null } }],
  ['no place said', { location: BERLIN }, {}, { kind: 'allowUnknown', change: { unknown: { location: 'flag' } } }],
  ['unknown and shown all the same', { maxBids: 3 }, {}, undefined],
  ['not sent there', { shippingTo: 'AT', keywords: 'kamera' }, { shipsTo: ['DE'] }, { kind: 'dropCriterion', change: { shippingTo: null } }],
  ['a blocked seller', { sellers: { only: [], never: ['BOB', 'eve'] }, keywords: 'kamera' }, { seller: { name: 'Bob' } },
    { kind: 'unblockSeller', change: { sellers: { only: [], never: ['eve'] } }, values: ['Bob'] }],
  ['a seller who is not followed', { sellers: { only: ['eve'], never: [] } }, { seller: { name: 'Bob' } },
    { kind: 'addSeller', change: { sellers: { only: ['eve', 'Bob'], never: [] } }, values: ['Bob'] }],
  ['of the other kind', { commercial: true, keywords: 'kamera' }, { seller: { commercial: false } },
    { kind: 'dropCriterion', change: { commercial: null } }],
  ['ends later', { endsWithinMinutes: 60 }, { endsAt: new Date(NOW + 5 * 3_600_000).toISOString() },
    { kind: 'extendEnd', change: { endsWithinMinutes: 720 } }],
  ['has ended, but once was near its end', { endsWithinMinutes: 60 }, { endsAt: '2026-11-20T11:30:00.000Z', status: 'ended' }, undefined],
])('%s', (_, asked, known, expected) => {
  expect(fix(asked, known)).toEqual(expected)
})

test('a fix makes its criterion pass, meets the contract, and leaves a valid filter', () => {
  let fixes = 0
  fc.assert(
    fc.property(criteriaArbitrary, auctionArbitrary, (criteria, auction) => {
      const one = { criteria, auction, now: NOW, convert }
      for (const explained of explainInput(one).criteria) {
        const candidate = fixOf(explained, one)
        expect(letsPass(explained, criteria) && candidate !== undefined).toBe(false)
        if (!candidate) continue
        fixes++
        expect(DraftChange.parse(candidate.change)).toEqual(candidate.change)
        const changed = changedCriteria(criteria, candidate.change)
        if (!changed) throw new Error('it cannot be saved')
        const { location, ...rest } = changed
        const draft = location && { country: location.country, zip: location.zip, radiusKm: location.radiusKm }
        expect(FilterDraft.safeParse({ ...rest, ...(draft ? { location: draft } : {}) }).success).toBe(true)
        const after = explainInput({ ...one, criteria: changed }).criteria.find(
          ({ criterion }) => criterion === candidate.criterion,
        )
        expect(after === undefined || letsPass(after, changed)).toBe(true)
      }
    }),
    { seed: 7, numRuns: 3000 },
  )
  expect(fixes).toBeGreaterThan(1000)
})

test('with the fixes of all its criteria the auction passes', () => {
  fc.assert(
    fc.property(criteriaArbitrary, auctionArbitrary, (criteria, auction) => {
      let changed = criteria
      for (const { criterion } of explainInput({ criteria, auction, now: NOW, convert }).criteria) {
        const one = { criteria: changed, auction, now: NOW, convert }
        const explained = explainInput(one).criteria.find((each) => each.criterion === criterion)
        const candidate = explained && fixOf(explained, one)
        if (explained && !candidate) fc.pre(letsPass(explained, changed))
        if (candidate) changed = changedCriteria(changed, candidate.change) ?? changed
      }
      expect(verdictOf(explainInput({ criteria: changed, auction, now: NOW, convert }), changed)).not.toBe('no')
    }),
    { seed: 8, numRuns: 2000 },
  )
})

test('every exclusion excludes the auction', () => {
  fc.assert(
    fc.property(criteriaArbitrary, auctionArbitrary, (criteria, auction) => {
      const one = { criteria, auction, now: NOW, convert }
      const explanation = explainInput(one)
      fc.pre(verdictOf(explanation, criteria) !== 'no')
      for (const { change } of exclusionCandidates(one, explanation, [])) {
        const changed = changedCriteria(criteria, change)
        if (!changed) throw new Error('it cannot be saved')
        expect(verdictOf(explainInput({ ...one, criteria: changed }), changed)).toBe('no')
      }
    }),
    { seed: 9, numRuns: 3000 },
  )
})

test('excluded words are distinctive and not required by the filter', () => {
  const one = caseOf({ keywords: 'leica' }, { title: 'Leica M6 Kamera nur Karton 1984', seller: { name: 'Bob' } })
  const others = ['Leica Kamera Karton', 'Leica Kamera Karton leer', 'Leica Kamera', 'Leica Kamera M3', 'Leica Kamera M4']
  const candidates = exclusionCandidates(
    one,
    explainInput(one),
    others.map((title) => anAuction({ title })),
  )
  expect(candidates.map(({ kind, values }) => [kind, values])).toEqual([
    ['excludeWord', ['karton']],
    ['excludeWord', ['nur']],
    ['excludeWord', ['kamera']],
    ['blockSeller', ['Bob']],
  ])
  expect(candidates[0]?.change).toEqual({ keywords: 'leica -karton' })
})

test('words without a meaning of their own are never offered, however many matches have them', () => {
  const one = caseOf({ keywords: 'leica' }, { title: 'Leica für Bastler mit Tasche, kein Objektiv, with the box' })
  const others = ['Leica mit Tasche für', 'Leica mit kein with', 'Leica the with für', 'Leica', 'Leica', 'Leica', 'Leica']
  const candidates = exclusionCandidates(
    one,
    explainInput(one),
    others.map((title) => anAuction({ title })),
  )
  expect(candidates.flatMap(({ values }) => values)).toEqual(['tasche', 'bastler', 'objektiv'])
})

/** The effect of an candidate among auctions, counted with the keywords read in their texts. */
function effectOf(asked: Record<string, unknown>, auctions: readonly Auction[]) {
  const criteria = someCriteria(asked)
  const counter = new EffectCounter(criteria, auctions.length, { now: NOW, since: NOW - 86_400_000, convert })
  const forEach = (of: FilterCriteria, add: (auction: RecentAuction, slot: number, holds: boolean) => void) => {
    const keywords = createKeywordMatcher(of)
    for (const [slot, auction] of auctions.entries()) {
      add({ ...auction, firstSeenAt: Date.parse(auction.firstSeenAt) }, slot, keywords.matches(auction))
    }
  }
  forEach(criteria, (...each) => counter.add(...each))
  const effect = (candidate: FixCandidate) => {
    const changed = counter.changed(candidate)
    if (!changed) throw new Error('it cannot be saved')
    const after = counter.after(candidate.criterion, changed)
    forEach(changed, after.add)
    const { added, hidden } = after.fixOf(candidate)
    return { added, hidden }
  }
  return { counter, effect }
}

test('the effect of a change is counted among recent auctions', () => {
  const auctions = ['Leica Karton', 'Leica Karton', 'Leica', 'Rollei'].map((title) => anAuction({ title }))
  const { counter, effect } = effectOf({ keywords: 'leica' }, auctions)
  expect(counter.matches).toHaveLength(3)
  const base = { criterion: 'keywords' } as const
  expect(effect({ ...base, kind: 'excludeWord', change: { keywords: 'leica -karton' } })).toEqual({ added: 0, hidden: 2 })
  expect(effect({ ...base, kind: 'dropWords', change: { keywords: '(leica,rollei)' } })).toEqual({ added: 1, hidden: 0 })
})

test('a change of one fact counts only where all other criteria hold', () => {
  const priced = (amount: number, title = 'Leica') => anAuction({ title, price: { amount, currency: 'EUR' } })
  const auctions = [priced(100), priced(300), priced(300, 'Rollei'), priced(900), anAuction({ title: 'Leica' })]
  const { effect } = effectOf({ keywords: 'leica', price: { max: 200, currency: 'EUR' } }, auctions)
  const base = { criterion: 'price', kind: 'raisePrice' } as const
  const price = (max: number) => ({ price: { max, currency: 'EUR' as const, of: 'price' as const } })
  expect(effect({ ...base, change: price(400) })).toEqual({ added: 1, hidden: 0 })
  expect(effect({ ...base, change: price(50) })).toEqual({ added: 0, hidden: 1 })
  expect(effect({ ...base, change: { price: null } })).toEqual({ added: 2, hidden: 0 })
  expect(effect({ ...base, change: { unknown: { price: 'exclude' } } })).toEqual({ added: 0, hidden: 1 })
})

import { expect, test } from 'vitest'
import type { Auction } from '../../../contract/auction.ts'
import { distanceKm, EARTH_RADIUS_KM } from '../../../contract/distance.ts'
import { AuctionFacts } from '../../../server/matching/criteria/facts.ts'
import { evaluate, type FactCriterion, targetOf } from '../../../server/matching/criteria/verdicts.ts'
import { anAuction, flagsOf, someCriteria } from '../support.ts'
import { convert, NOW } from '../vocabulary.ts'

type Row = [criterion: FactCriterion, asked: Record<string, unknown>, known: Partial<Auction>, verdict: string]

const euros = (amount: number) => ({ amount, currency: 'EUR' })
const dollars = (amount: number) => ({ amount, currency: 'USD' })
const yen = (amount: number) => ({ amount, currency: 'JPY' })
const price = (range: object) => ({ price: { currency: 'EUR', ...range } })
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const BERLIN = { country: 'DE', zip: '10115', name: 'Berlin', lat: 52.5323, lon: 13.3846 }
const POTSDAM = { lat: 52.4009, lon: 13.0591, precision: 'exact' as const }

test.each<Row>([
  ['marketplace', {}, {}, 'yes'],
  ['marketplace', { marketplaces: ['demo', 'x'] }, {}, 'yes'],
  ['marketplace', { marketplaces: ['x'] }, {}, 'no'],

  ['buyingOption', { buyingOptions: ['fixedPrice'] }, { buyingOptions: ['auction', 'fixedPrice'] }, 'yes'],
  ['buyingOption', { buyingOptions: ['fixedPrice'] }, { buyingOptions: ['auction'] }, 'no'],
  ['buyingOption', { buyingOptions: ['fixedPrice'] }, { buyingOptions: [] }, 'unknown'],

  ['condition', { conditions: ['new', 'likeNew'] }, { condition: 'likeNew' }, 'yes'],
  ['condition', { conditions: ['new'] }, { condition: 'used' }, 'no'],
  ['condition', { conditions: ['new'] }, {}, 'unknown'],

  ['category', { categories: ['photo'] }, { category: { id: 'slr', path: ['photo', 'cameras', 'slr'] } }, 'yes'],
  ['category', { categories: ['slr'] }, { category: { id: 'slr', path: ['photo', 'cameras', 'slr'] } }, 'yes'],
  ['category', { categories: ['slr'] }, { category: { id: 'cameras', path: ['photo', 'cameras'] } }, 'no'],
  ['category', { categories: ['slr'] }, {}, 'unknown'],

  ['price', price({}), {}, 'yes'],
  ['price', price({ min: 100, max: 200 }), { price: euros(100) }, 'yes'],
  ['price', price({ min: 100, max: 200 }), { price: euros(200) }, 'yes'],
  ['price', price({ min: 100, max: 200 }), { price: euros(99) }, 'no'],
  ['price', price({ max: 200 }), { price: euros(201) }, 'no'],
  ['price', price({ max: 200 }), { startPrice: euros(1), buyNowPrice: euros(1) }, 'unknown'],
  ['price', price({ max: 200 }), { price: dollars(400) }, 'yes'],
  ['price', price({ max: 200 }), { price: dollars(402) }, 'no'],
  ['price', price({ max: 200 }), { price: yen(1) }, 'unknown'],
  ['price', { price: { currency: 'JPY', max: 5 } }, { price: yen(5) }, 'yes'],
  ['price', price({ max: 200, of: 'totalPrice' }), { price: euros(100), totalPrice: euros(300) }, 'no'],
  ['price', price({ max: 200, of: 'totalPrice' }), { price: euros(300) }, 'unknown'],

  ['bids', { maxBids: 2 }, { bidCount: 2 }, 'yes'],
  ['bids', { maxBids: 2 }, { bidCount: 3 }, 'no'],
  ['bids', { maxBids: 2 }, { buyingOptions: ['auction'] }, 'unknown'],
  ['bids', { maxBids: 2 }, {}, 'unknown'],
  ['bids', { maxBids: 0 }, { buyingOptions: ['fixedPrice', 'bestOffer'] }, 'yes'],

  ['location', { location: { ...BERLIN, radiusKm: 30 } }, { location: POTSDAM }, 'yes'],
  ['location', { location: { ...BERLIN, radiusKm: 25 } }, { location: POTSDAM }, 'no'],
  ['location', { location: { ...BERLIN, radiusKm: 30 } }, { location: { ...POTSDAM, precision: 'region' } }, 'yes'],
  ['location', { location: { ...BERLIN, radiusKm: 30 } }, { location: { country: 'DE', precision: 'region' } }, 'unknown'],
  ['location', { location: { ...BERLIN, radiusKm: 30 } }, {}, 'unknown'],

  ['shipping', { shippingTo: 'DE' }, { shipsTo: ['AT', 'DE'] }, 'yes'],
  ['shipping', { shippingTo: 'DE' }, { shipsTo: [] }, 'no'],
  [
    'shipping',
    { shippingTo: 'DE' },
    { shipsTo: ['AT'], shipping: euros(1), location: { country: 'DE', precision: 'exact' } },
    'no',
  ],
  ['shipping', { shippingTo: 'DE' }, { shipping: euros(0), location: { country: 'DE', precision: 'exact' } }, 'yes'],
  ['shipping', { shippingTo: 'DE' }, { shipping: euros(0), location: { country: 'AT', precision: 'exact' } }, 'unknown'],
  ['shipping', { shippingTo: 'DE' }, { location: { country: 'DE', precision: 'exact' } }, 'unknown'],

  ['seller', { sellers: { only: ['Müller'] } }, { seller: { name: ' MUELLER ' } }, 'yes'],
  ['seller', { sellers: { only: ['Müller'] } }, { seller: { name: 'Meier' } }, 'no'],
  ['seller', { sellers: { only: ['Müller'] } }, { seller: {} }, 'unknown'],
  ['seller', { sellers: { never: ['Müller'] } }, { seller: { name: 'muller' } }, 'no'],
  ['seller', { sellers: { never: ['Müller'] } }, { seller: { name: 'Meier' } }, 'yes'],
  ['seller', { sellers: { never: ['Müller'] } }, {}, 'unknown'],
  ['seller', { sellers: { only: ['a', 'b'], never: ['b'] } }, { seller: { name: 'b' } }, 'no'],

  ['commercial', { commercial: false }, { seller: { commercial: false } }, 'yes'],
  ['commercial', { commercial: false }, { seller: { commercial: true } }, 'no'],
  ['commercial', { commercial: true }, { seller: { name: 'a' } }, 'unknown'],

  ['end', { endsWithinMinutes: 60 }, { endsAt: inMinutes(60) }, 'yes'],
  ['end', { endsWithinMinutes: 60 }, { endsAt: inMinutes(61) }, 'no'],
  ['end', { endsWithinMinutes: 60 }, { endsAt: inMinutes(0) }, 'no'],
  ['end', { endsWithinMinutes: 60 }, { endsAt: inMinutes(-1) }, 'no'],
  ['end', { endsWithinMinutes: 60 }, { buyingOptions: ['auction'] }, 'unknown'],
  ['end', { endsWithinMinutes: 60 }, {}, 'unknown'],
  ['end', { endsWithinMinutes: 60 }, { buyingOptions: ['fixedPrice'] }, 'no'],
])('%s %j of %j: %s', (criterion, asked, known, verdict) => {
  const facts = new AuctionFacts(anAuction(known), NOW, convert)
  expect(evaluate(criterion, targetOf(someCriteria(asked)), facts)).toBe(verdict)
})

test.each([
  ['all yes', { conditions: ['new'] }, { condition: 'new' }, []],
  ['a no', { conditions: ['new'], maxBids: 1 }, { condition: 'used' }, undefined],
  ['unknown is flagged by default', { conditions: ['new'], maxBids: 1 }, {}, ['condition', 'bids']],
  ['unknown included without a flag', { conditions: ['new'], maxBids: 1, unknown: { condition: 'include' } }, {}, ['bids']],
  ['unknown excluded', { conditions: ['new'], unknown: { condition: 'exclude' } }, {}, undefined],
  ['an unknown place is excluded by default', { location: { ...BERLIN, radiusKm: 5 } }, {}, undefined],
  ['an unknown place, flagged', { location: { ...BERLIN, radiusKm: 5 }, unknown: { location: 'flag' } }, {}, ['location']],
  ['an unknown category excluded', { categories: ['photo'], unknown: { category: 'exclude' } }, {}, undefined],
  ['ended', {}, { status: 'ended' }, undefined],
  ['gone', {}, { status: 'gone' }, undefined],
] as const)('together: %s', (_, asked, known, flags) => {
  expect(flagsOf({ ...asked, maxBids: 'maxBids' in asked ? asked.maxBids : undefined }, known)).toEqual(flags)
})

test('a quarter of a great circle', () => {
  expect(distanceKm({ lat: 0, lon: 0 }, { lat: 0, lon: 90 })).toBeCloseTo((EARTH_RADIUS_KM * Math.PI) / 2, 9)
  expect(distanceKm({ lat: 90, lon: 0 }, { lat: -90, lon: 77 })).toBeCloseTo(EARTH_RADIUS_KM * Math.PI, 9)
  expect(distanceKm({ lat: 52, lon: 179.9 }, { lat: 52, lon: -179.9 })).toBeLessThan(14)
})

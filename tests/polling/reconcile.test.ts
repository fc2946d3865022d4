import { describe, expect, test } from 'vitest'
import type { Listing } from '../../contract/auction.ts'
import { classifyAbsent, isAbsurdlyShort, reconcile } from '../../server/polling/reconcile.ts'
import type { AuctionRow } from '../../server/store/auctions.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

const aListing = (change: Partial<Listing> = {}): Listing => ({
  marketplace: 'lots',
  externalId: 'a',
  url: 'https://lots.example/a',
  title: 'Leica M6',
  images: [],
  buyingOptions: ['auction'],
  price: { amount: 1000, currency: 'EUR' },
  bidCount: 0,
  ...change,
})

const aRow = (change: Partial<AuctionRow> = {}): AuctionRow => ({
  id: 'row',
  marketplace: 'lots',
  externalId: 'a',
  listing: aListing(),
  status: 'active',
  priceAmount: 1000,
  priceCurrency: 'EUR',
  endsAt: null,
  firstSeenAt: NOW,
  lastSeenAt: NOW,
  missingPolls: 0,
  endRevision: 0,
  endRevisedAt: null,
  link: 'https://lots.example/a',
  listedXid: '1',
  ...change,
})

/** The outcome of one listing that is stored as `row`. */
function outcome(listing: Listing, row?: AuctionRow, isBaseline = false) {
  const stored = new Map(row ? [['a', row]] : [])
  const { changes, unchanged } = reconcile([listing], stored, isBaseline, secondsLater(1))
  return changes[0]?.event ?? (unchanged.length > 0 ? 'unchanged' : 'left alone')
}

describe('a listing', () => {
  test('that is not stored is new, or part of the baseline in the first poll', () => {
    expect(outcome(aListing())).toEqual({ kind: 'listed', data: {} })
    expect(outcome(aListing(), undefined, true)).toEqual({ kind: 'listed', data: { baseline: true } })
  })

  test('that equals the stored one is unchanged, in any order of fields', () => {
    expect(outcome(aListing(), aRow())).toBe('unchanged')
    const { title, ...rest } = aListing()
    expect(outcome({ ...rest, title }, aRow())).toBe('unchanged')
  })

  test('with another price is a price change from the stored price', () => {
    const to = { amount: 2000, currency: 'EUR' }
    expect(outcome(aListing({ price: to }), aRow())).toEqual({
      kind: 'priceChanged',
      data: { from: { amount: 1000, currency: 'EUR' }, to },
    })
    const { price: _, ...priceless } = aListing()
    expect(outcome(aListing({ price: to }), aRow({ listing: priceless }))).toEqual({ kind: 'priceChanged', data: { to } })
  })

  test('without a price any more is changed, but not in price', () => {
    const { price: _, ...priceless } = aListing()
    expect(outcome(priceless, aRow())).toEqual({ kind: 'changed', data: {} })
  })

  test('with another difference, or that is back, is changed', () => {
    expect(outcome(aListing({ bidCount: 1 }), aRow())).toEqual({ kind: 'changed', data: {} })
    expect(outcome(aListing(), aRow({ status: 'gone' }))).toEqual({ kind: 'changed', data: {} })
  })

  test('that a later poll has written is skipped', () => {
    expect(outcome(aListing({ bidCount: 1 }), aRow({ lastSeenAt: secondsLater(2) }))).toBe('left alone')
  })
})

test('an auction absent from a complete list has ended past its end, is missing at first and gone the second time', () => {
  const rows = [
    { id: 'over', endsAt: NOW, missingPolls: 0 },
    { id: 'first', endsAt: secondsLater(60), missingPolls: 0 },
    { id: 'second', endsAt: secondsLater(60), missingPolls: 1 },
    { id: 'endless', endsAt: null, missingPolls: 0 },
  ]
  expect(classifyAbsent(rows, NOW)).toEqual({ ended: ['over'], gone: ['second'], missing: ['first', 'endless'] })
})

test.each([
  [0, 0, false],
  [0, 1, true],
  [1, 19, false],
  [9, 20, true],
  [10, 20, false],
  [499, 1000, true],
])('%d listings where %d run: absurd %s', (shown, known, expected) => {
  expect(isAbsurdlyShort(shown, known)).toBe(expected)
})

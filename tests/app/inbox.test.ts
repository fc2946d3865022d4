import { describe, expect, it, vi } from 'vitest'
import { createHeights } from '../../src/components/measuredHeights.ts'
import { inbox } from '../../src/features/auctions/inbox/inbox.ts'
import { type InboxQuery, keyOf } from '../../src/features/auctions/inbox/query.ts'
import { rowsOf } from '../../src/features/auctions/inbox/rows.ts'
import { linesOf } from '../../src/features/auctions/inbox/sections.ts'
import { takeLiveEventAtom } from '../../src/liveEvents.ts'
import { cachedAuctionsAtom, isStale, keepMatchesAtom, matchesAsOfAtom, matchesAtom } from '../../src/session/cachedAuctions.ts'
import { auction, match, NOW } from './support/fixtures.ts'
import { createWorld } from './support/world.ts'

vi.stubGlobal('navigator', { onLine: true, locks: undefined })

const newest: InboxQuery = { segment: 'new', sort: 'newest' }
const asOf = new Date(NOW).toISOString()

describe('the rows', () => {
  const matches = [
    match(1),
    match(2, { state: 'seen' }),
    match(3, { state: 'saved' }),
    match(4, { state: 'hidden' }),
    match(30),
    match(5, { auction: auction(5, { status: 'ended', endsAt: new Date(NOW - 1).toISOString() }) }),
  ]
  const numbers = (query: InboxQuery) => rowsOf(matches, query, undefined, NOW).map((row) => Number(row.auction.externalId))

  it.each([
    ['new', 'newest', [1, 2, 5, 30]],
    ['new', 'endingSoon', [5, 1, 2, 30]],
    ['endingSoon', 'endingSoon', [1, 2, 3]],
    ['saved', 'newest', [3]],
    ['hidden', 'newest', [4]],
    ['new', 'price', [1, 2, 5, 30]],
  ] as const)('of %s by %s', (segment, sort, expected) => expect(numbers({ segment, sort })).toEqual(expected))

  it('leave out what lies behind the last page that was read', () => {
    const last = matches[1]
    expect(rowsOf(matches, newest, { isComplete: false, last }, NOW)).toHaveLength(2)
  })

  it('put a marketplace that may not be mixed in a section of its own', () => {
    const apart = match(6, { auction: auction(6, { marketplace: 'ebay' }) })
    expect(linesOf([match(1), apart, match(2)], new Set(['ebay'])).map(({ key }) => key)).toEqual([
      match(1).id,
      match(2).id,
      'section ebay',
      apart.id,
    ])
    expect(linesOf([apart], new Set(['ebay'])).map(({ kind }) => kind)).toEqual(['match'])
  })
})

describe('reading the inbox', () => {
  it('takes page after page and refreshes without losing them', async () => {
    const { store, answers, calls } = createWorld()
    answers.listMatches = ({ input }) =>
      (input.query as { cursor?: string }).cursor
        ? { items: [match(2)], nextCursor: null, asOf }
        : { items: [match(1)], nextCursor: 'next', asOf }
    await store.set(inbox.refresh, newest)
    await store.set(inbox.next, newest)
    await store.set(inbox.refresh, newest)
    await store.set(inbox.next, newest)
    expect(calls).toHaveLength(3)
    expect(store.get(inbox.atom).get(keyOf(newest))).toMatchObject({ status: 'ready', value: { isComplete: true } })
    expect(store.get(matchesAtom).size).toBe(2)
    expect(store.get(cachedAuctionsAtom)).toMatchObject({ timestamp: NOW, auctions: [match(1), match(2)] })
  })

  it('keeps what is known when a refresh fails', async () => {
    const { store } = createWorld()
    store.set(keepMatchesAtom, [match(1)])
    await store.set(inbox.refresh, newest)
    expect(store.get(inbox.atom).get(keyOf(newest))).toMatchObject({ status: 'failed', code: 'offline' })
    expect(store.get(matchesAtom).size).toBe(1)
  })

  it('is stale after 60 seconds', () => {
    expect([isStale(NOW, NOW + 59_999), isStale(NOW, NOW + 60_000), isStale(null, NOW)]).toEqual([false, true, true])
  })

  it('takes live matches and prices in', () => {
    const { store } = createWorld()
    store.set(takeLiveEventAtom, { type: 'match', data: match(1) })
    const cheaper = auction(1, { price: { amount: 5, currency: 'EUR' } })
    store.set(takeLiveEventAtom, { type: 'auction', data: cheaper })
    expect(store.get(matchesAtom).get(match(1).id)?.auction.price?.amount).toBe(5)
    // Offline before the inbox was ever loaded, the matches still have the time of their load.
    expect(store.get(matchesAsOfAtom)).toBe(NOW)
  })
})

describe('ten thousand rows', () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => String(index))

  it('show a few and fill the rest with space', () => {
    const heights = createHeights(100)
    const { start, end, before, behind } = heights.window(keys, 500_000, 500_800)
    expect([start, end, before]).toEqual([5000, 5009, 500_000])
    expect(before + (end - start) * 100 + behind).toBe(1_000_000)
  })

  it('use the heights that were measured', () => {
    const heights = createHeights(100)
    heights.measure('0', 250)
    expect(heights.measure('0', 250)).toBe(false)
    expect(heights.offset(keys, 1)).toBe(250)
    expect(heights.window(keys, 200, 260)).toMatchObject({ start: 0, end: 2, before: 0 })
  })
})

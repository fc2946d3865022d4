import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter } from '../../../contract/filter.ts'
import { createMatcher } from '../../../server/matching/index/matcher.ts'
import { naiveMatch } from '../naive.ts'
import { anAuction, someCriteria } from '../support.ts'
import { asFilter, auctionArbitrary, convert, criteriaArbitrary, NOW } from '../vocabulary.ts'

/*
 * Many filters over few words, so that blocks fill up and filters change their keys, for which `equality.test.ts` is too short.
 * EQUALITY_PAIRS=1000000 compares more.
 */

const PAIRS = Number(process.env.EQUALITY_PAIRS ?? 100_000)
const SEEDS = [1, 2, 3, 4, 5]
const FILTERS = 500
/** Filters removed and added between two auctions. */
const CHANGES = 3

/** Mostly UUIDs, many with the same end, which their index hash does not distinguish. */
function idOf(index: number): string {
  return index % 5 === 0 ? `filter ${index}` : uuidOf(index, index % 7)
}

function uuidOf(index: number, end = index): string {
  const hex = (number: number) => number.toString(16).padStart(8, '0')
  return `${hex(index)}-0000-7000-8000-0000${hex(end)}`
}

const byId = (a: { filterId: string }, b: { filterId: string }) => (a.filterId < b.filterId ? -1 : 1)

test.each(SEEDS)(
  'many filters, changed all the time, are found as a loop over all of them finds them (seed %i)',
  { timeout: 600_000 },
  (seed) => {
    const auctions = fc.sample(auctionArbitrary, { seed, numRuns: Math.ceil(PAIRS / SEEDS.length / FILTERS) })
    const drafts = fc.sample(criteriaArbitrary, { seed: -seed, numRuns: FILTERS + CHANGES * auctions.length })
    const made = drafts.map((criteria, index): Filter => asFilter(criteria, idOf(index)))
    const matcher = createMatcher({ clock: () => NOW, convert })
    const filters = new Map<string, Filter>()
    const add = (filter: Filter) => {
      matcher.add(filter)
      filters.set(filter.id, filter)
    }
    for (const filter of made.slice(0, FILTERS)) add(filter)

    let matches = 0
    for (const [index, auction] of auctions.entries()) {
      const found = matcher.match(auction).map(({ filterId, flags }) => ({ filterId, flags: [...flags] }))
      const expected = naiveMatch(filters.values(), auction, { now: NOW, convert })
      expect(found.sort(byId)).toEqual(expected.sort(byId))
      matches += found.length
      for (let change = 0; change < CHANGES; change++) {
        const number = index * CHANGES + change
        // Not in the order in which they were added.
        const gone = idOf(change === 0 ? number : (number * 7919) % (FILTERS + number))
        matcher.remove(gone)
        filters.delete(gone)
        const next = made[FILTERS + number]
        if (next) add(next)
      }
      expect(matcher.size).toBe(filters.size)
    }
    expect(matches).toBeGreaterThan(auctions.length)
  },
)

test('a word that thousands of filters ask for', () => {
  const endings = ['', ' m6', ' m3', ' -m6', ' "leica m6"', ' (m6, m3)']
  const foundIn = { 'Leica M6': [0, 1, 4, 5], 'Leica M3': [0, 2, 3, 5] }
  const matcher = createMatcher({ clock: () => NOW, convert })
  const kept = new Map<number, { ending: number; min: number; max: number; marketplace: string | undefined }>()
  for (let index = 0; index < 7000; index++) {
    const ending = index % endings.length
    const [min, max] =
      index % 5 === 0 ? [0, Number.POSITIVE_INFINITY] : [index % 7 === 0 ? index % 300 : 0, 300 + ((index * 37) % 1000)]
    const marketplace = index % 4 === 0 ? ['demo', 'other'][index % 3] : undefined
    const price = { ...(min > 0 && { min }), max, currency: 'EUR', of: 'price' }
    const asked = {
      keywords: `leica${endings[ending]}`,
      marketplaces: marketplace ? [marketplace] : [],
      ...(max < Number.POSITIVE_INFINITY && { price }),
    }
    matcher.add(asFilter(someCriteria(asked), uuidOf(index)))
    kept.set(index, { ending, min, max, marketplace })
    if (index % 100 !== 99) continue
    const gone = (index * 7919) % index
    matcher.remove(uuidOf(gone))
    kept.delete(gone)
    const title = index % 1000 < 500 ? 'Leica M6' : 'Leica M3'
    const amount = (index * 31) % 1400
    const found = matcher.match(anAuction({ marketplace: 'demo', title, price: { amount, currency: 'EUR' } }))
    const expected = [...kept].filter(
      ([, one]) =>
        foundIn[title].includes(one.ending) && amount >= one.min && amount <= one.max && (one.marketplace ?? 'demo') === 'demo',
    )
    expect(found.map(({ filterId }) => filterId).sort()).toEqual(expected.map(([number]) => uuidOf(number)).sort())
  }
  expect(matcher.size).toBe(kept.size)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter } from '../../contract/filter.ts'
import { createMatcher } from '../../server/matching/matcher.ts'
import { naiveMatch } from './naive.ts'
import { asFilter, auctionArbitrary, convert, criteriaArbitrary, NOW } from './vocabulary.ts'

/*
 * So many filters over so few words that blocks fill up and filters are filed anew: what the
 * stories of `equality.test.ts` are too short for. EQUALITY_PAIRS=1000000 compares more.
 */

const PAIRS = Number(process.env.EQUALITY_PAIRS ?? 100_000)
const SEEDS = [1, 2, 3, 4, 5]
const FILTERS = 500
/** Between two auctions so many filters are removed, and as many others added. */
const CHANGES = 3

const byId = (a: { filterId: string }, b: { filterId: string }) => (a.filterId < b.filterId ? -1 : 1)

test.each(SEEDS)(
  'many filters, changed all the time, are found as a loop over all of them finds them (seed %i)',
  { timeout: 600_000 },
  (seed) => {
    const auctions = fc.sample(auctionArbitrary, { seed, numRuns: Math.ceil(PAIRS / SEEDS.length / FILTERS) })
    const drafts = fc.sample(criteriaArbitrary, { seed: -seed, numRuns: FILTERS + CHANGES * auctions.length })
    const made = drafts.map((criteria, index): Filter => asFilter(criteria, `filter ${index}`))
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
        const gone = `filter ${change === 0 ? number : (number * 7919) % (FILTERS + number)}`
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

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Auction } from '../../../contract/auction.ts'
import type { Filter } from '../../../contract/filter.ts'
import { createMatcher } from '../../../server/matching/index/matcher.ts'
import { naiveMatch } from '../naive.ts'
import { asFilter, auctionArbitrary, convert, criteriaArbitrary, NOW } from '../vocabulary.ts'

type Step = { kind: 'add'; filter: Filter } | { kind: 'remove'; id: string } | { kind: 'match'; auction: Auction }

/** Few ids: filters get replaced often. */
const id = fc.integer({ min: 0, max: 30 }).map((number) => `filter ${number}`)
const add = fc
  .tuple(criteriaArbitrary, id)
  .map(([criteria, filterId]): Step => ({ kind: 'add', filter: asFilter(criteria, filterId) }))
const remove = id.map((filterId): Step => ({ kind: 'remove', id: filterId }))
const match = auctionArbitrary.map((auction): Step => ({ kind: 'match', auction }))
const step = fc.oneof({ weight: 4, arbitrary: add }, { weight: 1, arbitrary: remove }, { weight: 5, arbitrary: match })

const byId = (a: { filterId: string }, b: { filterId: string }) => (a.filterId < b.filterId ? -1 : 1)

test.each([1, 2, 3, 4])('the index finds what a loop over all filters finds, with the same flags (seed %i)', (seed) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (steps) => {
      const matcher = createMatcher({ clock: () => NOW, convert })
      const filters = new Map<string, Filter>()
      for (const next of steps) {
        if (next.kind === 'add') {
          matcher.add(next.filter)
          filters.set(next.filter.id, next.filter)
        } else if (next.kind === 'remove') {
          matcher.remove(next.id)
          filters.delete(next.id)
        } else {
          const found = matcher.match(next.auction).map(({ filterId, flags }) => ({ filterId, flags }))
          const expected = naiveMatch(filters.values(), next.auction, { now: NOW, convert })
          expect(found.sort(byId)).toEqual(expected.sort(byId))
        }
        expect(matcher.size).toBe(filters.size)
      }
    }),
    { seed, numRuns: 400 },
  )
})

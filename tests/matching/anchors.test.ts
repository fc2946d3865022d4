import { expect, test } from 'vitest'
import { anchorOf, rarestAnchor } from '../../server/matching/anchors.ts'
import type { AtomTest } from '../../server/matching/atomTests.ts'

/** Atom n is in n per cent of the auctions. */
const shareOf = (atom: number) => atom / 100
const atoms = (...all: number[]): AtomTest => ({ kind: 'atoms', atoms: all })
const all = (...of: AtomTest[]): AtomTest => ({ kind: 'all', of })
const any = (...of: AtomTest[]): AtomTest => ({ kind: 'any', of })

test.each<[string, AtomTest, number[] | undefined]>([
  ['a word hangs on all its atoms', atoms(1, 2), [1, 2]],
  ['a conjunction on its rarest part', all(atoms(3), atoms(1, 1), atoms(9)), [1, 1]],
  ['a disjunction on all its parts', any(atoms(3), all(atoms(9), atoms(1))), [3, 1]],
  ['a disjunction names an atom once', any(atoms(3), atoms(3, 4)), [3, 4]],
  ['what holds without any word hangs on nothing', all(), undefined],
  ['a disjunction with such a part hangs on nothing', any(atoms(1), all()), undefined],
  ['a conjunction with such a part hangs on the others', all(all(), atoms(5)), [5]],
  [
    'an order of words on what it needs',
    { kind: 'placed', needs: all(atoms(4), atoms(2)), condition: { kind: 'phrase', tokens: [] } },
    [2],
  ],
])('%s', (_, condition, expected) => {
  expect(anchorOf(condition, shareOf)?.atoms).toEqual(expected)
})

test('of several conditions the rarest is taken', () => {
  expect(rarestAnchor([atoms(3, 4), atoms(5), any(atoms(1), atoms(9))], shareOf)).toEqual({ atoms: [5], share: 0.05 })
  expect(rarestAnchor([], shareOf)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { Sightings } from '../../server/matching/sightings.ts'

const ATOMS = 20_000
const ASSUMED = 0.25

test('every atom has the share that is assumed of it until auctions are seen, however many there are', () => {
  const sightings = new Sightings()
  const wrong: number[] = []
  for (let atom = 1; atom <= ATOMS; atom++) {
    sightings.lookOutFor(atom)
    if (sightings.share(atom, ASSUMED) !== ASSUMED) wrong.push(atom)
  }
  expect(wrong).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stemsOf } from '../../../server/matching/keywords/stems.ts'

test.each([
  ['stuhle', 'stuhl', 'stuhl'],
  ['uhren', 'uhr', 'uhren'],
  ['watches', 'watch', 'watch'],
  ['constructor', 'constructor', 'constructor'],
])('stems of %s: %s, %s', (word, german, english) => {
  expect(stemsOf(word)).toEqual({ german, english })
})

test('no stemmer changes the first letter of a folded word, on which the index relies', () => {
  const special = fc.constantFrom(
    'skies',
    'dying',
    'lying',
    'tying',
    'idly',
    'ugly',
    'early',
    'only',
    'y',
    'yes',
    'ying',
    'u',
    'uhu',
    's',
    'es',
  )
  const word = fc.oneof(special, fc.string({ unit: fc.constantFrom(...'aeiouybcdfghlmnrstwx'), minLength: 1, maxLength: 9 }))
  fc.assert(
    fc.property(word, (folded) => {
      const { german, english } = stemsOf(folded)
      expect([german[0], english[0]]).toEqual([folded[0], folded[0]])
    }),
    { seed: 12, numRuns: 10_000 },
  )
})

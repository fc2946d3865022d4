import { expect, test } from 'vitest'
import { createMatcher } from '../../../server/matching/index/matcher.ts'
import { anAuction, someCriteria } from '../support.ts'
import { asFilter, NOW } from '../vocabulary.ts'

/* Hostile texts and filters: they are matched like others and delay nothing. */

const MEGABYTE = 1_000_000
const HOWS = ['exact', 'forms', 'compounds'] as const

function matcherOf(...asked: Record<string, unknown>[]) {
  const matcher = createMatcher({ clock: () => NOW })
  for (const [index, criteria] of asked.entries()) matcher.add(asFilter(someCriteria(criteria), String(index)))
  return matcher
}
const found = (matcher: ReturnType<typeof matcherOf>, title: string, description?: string) =>
  matcher
    .match(anAuction({ title, ...(description !== undefined && { description }) }))
    .map(({ filterId }) => filterId)
    .sort()

test.each(HOWS)('one word of a megabyte (%s)', (wordMatch) => {
  const matcher = matcherOf(
    { keywords: 'leica', wordMatch },
    { keywords: 'aaa*', wordMatch },
    { keywords: 'kamera', wordMatch: 'compounds' },
  )
  expect(found(matcher, `Leica ${'a'.repeat(MEGABYTE)}`)).toEqual(['0', '1'])
  expect(found(matcher, `${'ä'.repeat(MEGABYTE)}kamera leica`)).toEqual(['0', '1'])
  expect(found(matcher, `${'a1'.repeat(MEGABYTE / 2)} Leica Kamera`)).toEqual(['0', '2'])
})

test.each(HOWS)('a megabyte of words that were never seen (%s)', (wordMatch) => {
  const words = Array.from({ length: MEGABYTE / 20 }, (_, index) => `wort${(index * 7919).toString(36)}x`).join(' ')
  const matcher = matcherOf(
    { keywords: 'leica', wordMatch, searchIn: 'titleAndDescription' },
    { keywords: '"m6 leica"', searchIn: 'titleAndDescription' },
  )
  expect(found(matcher, 'M6', `${words} Leica`)).toEqual(['0'])
  expect(found(matcher, 'Canon', `${words} M6 Leica`)).toEqual(['0', '1'])
})

test.each([
  ['NUL', '\u0000Leica\u0000M6\u0000'],
  ['lone surrogates', '\ud83dLeica\udc00 M6\ud800'],
  ['marks that turn the direction', '\u202eLeica\u202c \u2067M6\u2069'],
  ['letters under a hundred marks', `L${'\u0301'.repeat(100)}eica M6`],
  ['an emoji for each space', 'Leica📷M6'],
])('%s are no part of words', (_, title) => {
  expect(found(matcherOf({ keywords: 'leica m6' }, { keywords: '"leica m6"' }), title)).toEqual(['0', '1'])
})

test('sixty words, five hundred exclusions over ten filters, and a filter for everything', () => {
  const words = Array.from({ length: 60 }, (_, index) => `w${index}q`)
  const exclusions = Array.from({ length: 10 }, (_, filter) => ({
    keywords: `leica ${Array.from({ length: 50 }, (_, index) => `-x${filter}y${index}`).join(' ')}`,
  }))
  const matcher = matcherOf({ keywords: words.join(' ') }, { endsWithinMinutes: 60 }, ...exclusions)
  expect(found(matcher, words.toReversed().join(' '))).toEqual(['0', '1'])
  expect(found(matcher, 'Leica x3y7')).toHaveLength(10)
})

test('one filter that matches everything delays no other', () => {
  const matcher = matcherOf({ buyingOptions: ['auction'] }, { keywords: 'leica' })
  expect(found(matcher, 'Canon')).toEqual(['0'])
  expect(found(matcher, 'Leica')).toEqual(['0', '1'])
})

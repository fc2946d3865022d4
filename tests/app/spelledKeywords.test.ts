import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseKeywords } from '../../contract/keywords.ts'
import { spellableWords } from '../../contract/spellableWords.ts'
import { MAX_KEYWORDS_LENGTH, MAX_KEYWORDS_WORDS } from '../../contract/vocabulary/limits.ts'
import { canSwitchOn, isSpellingOn, switchSpellings } from '../../src/features/filters/spellings/spelledKeywords.ts'
import { choicesOf, listedWords } from '../../src/features/filters/spellings/spellings.ts'

const on = (keywords: string, token: string, ...spellings: string[]) => switchSpellings(keywords, token, spellings, true)
const off = (keywords: string, token: string, ...spellings: string[]) => switchSpellings(keywords, token, spellings, false)
const parse = (keywords: string) => parseKeywords(keywords, { hasOtherCriterion: true })

test.each([
  ['nintendo', ['nintedo'], '(nintendo,nintedo)'],
  ['Nintendo Switch', ['nintedo', 'nitendo'], '(Nintendo,nintedo,nitendo) Switch'],
  ['switch, nintendo,oled', ['nintedo'], 'switch, (nintendo,nintedo),oled'],
  ['(nintendo , sega )', ['nintedo'], '(nintendo , sega,nintedo )'],
  ['(nintendo,nintedo)', ['nintedo', 'nitendo'], '(nintendo,nintedo,nitendo)'],
  [
    'nintendo (nintendo,sega) -nintendo "nintendo"',
    ['nintedo'],
    '(nintendo,nintedo) (nintendo,sega,nintedo) -nintendo "nintendo"',
  ],
  ['(nintendo,nintendo)', ['nintedo'], '(nintendo,nintendo,nintedo)'],
  ['nintendo"switch"', ['nintedo'], '(nintendo,nintedo)"switch"'],
])('%s with %s', (keywords, spellings, expected) => {
  expect(on(keywords, 'nintendo', ...spellings)).toBe(expected)
  for (const spelling of spellings) expect(isSpellingOn(expected, 'nintendo', spelling)).toBe(true)
})

test.each([
  ['(nintendo,nintedo)', ['nintedo'], 'nintendo'],
  ['(nintedo,nintendo) oled', ['nintedo'], 'nintendo oled'],
  ['(nintendo , nintedo , sega)', ['nintedo'], '(nintendo , sega)'],
  ['(nintedo, nintendo, sega)', ['nintedo'], '(nintendo, sega)'],
  ['(nintendo,nintedo,Nintedo)', ['nintedo'], 'nintendo'],
  ['"oled"(nintendo,nintedo)-switch', ['nintedo'], '"oled" nintendo -switch'],
  ['oled(nintendo,nintedo)', ['nintedo'], 'oled nintendo'],
  [
    '(nintendo,"nintedo") (nintendo,nintedo*) -(nintendo,nintedo)',
    ['nintedo'],
    '(nintendo,"nintedo") (nintendo,nintedo*) -(nintendo,nintedo)',
  ],
  ['(Kärcher,kercher)', ['kercher'], 'Kärcher'],
])('%s without %s', (keywords, spellings, expected) => {
  const token = keywords.includes('Kärcher') ? 'karcher' : 'nintendo'
  expect(off(keywords, token, ...spellings)).toBe(expected)
})

test('a word that stands twice is searched in a spelling only when it is in both places', () => {
  expect(isSpellingOn('nintendo (nintendo,nintedo)', 'nintendo', 'nintedo')).toBe(false)
  expect(isSpellingOn('', 'nintendo', 'nintedo')).toBe(false)
})

test('what goes beyond the limits of keywords is not switched on, the rest is', () => {
  const filler = `${'a'.repeat(94)} `.repeat(5).trim()
  const long = `nintendo ${filler}${'a'.repeat(MAX_KEYWORDS_LENGTH - 25 - filler.length)}`
  expect(canSwitchOn(long, 'nintendo', 'nintedo')).toBe(true)
  expect(on(long, 'nintendo', 'nintedo', 'nitendo', 'nindo')).toBe(on(long, 'nintendo', 'nintedo', 'nindo'))
  const many = `nintendo ${Array.from({ length: MAX_KEYWORDS_WORDS - 1 }, () => 'a').join(' ')}`
  expect(canSwitchOn(many, 'nintendo', 'nintedo')).toBe(false)
  expect(on(many, 'nintendo', 'nintedo')).toBe(many)
})

const WORDS = ['nintendo', 'Kärcher', 'switch', 'fahrrad']
const word = fc.constantFrom(...WORDS, 'nintedo', 'oled', '3080', 'a')
const gap = fc.constantFrom(' ', ' ', ', ', ',', '  ')
const group = fc
  .tuple(fc.array(fc.oneof(word, fc.constantFrom('"oled tv"', 'sega saturn', 'nint*')), { minLength: 2, maxLength: 4 }), gap)
  .map(([alternatives, space]) => `(${alternatives.join(space.includes(',') ? space : ' , ')})`)
const term = fc.oneof(
  word,
  group,
  word.map((one) => `"${one}"`),
  word.map((one) => `-${one}`),
  word.map((one) => `${one}*`),
)
const keywords = fc
  .array(fc.tuple(term, gap), { minLength: 1, maxLength: 6 })
  .map((terms) => terms.map(([one, space]) => one + space).join(''))
  .filter((text) => parse(text).faults.length === 0)

/** Spellings that are not among the words above. */
const SPELLINGS = ['nitendo', 'kercher', 'swich', 'farrad', 'sw', 'nintemdo']

test('switching any spellings on and off again gives the keywords as they were, faultless all the way', () => {
  const steps = fc.subarray(SPELLINGS, { minLength: 1 }).chain((chosen) => {
    return fc.tuple(fc.constant(chosen), fc.shuffledSubarray(chosen, { minLength: chosen.length, maxLength: chosen.length }))
  })
  fc.assert(
    fc.property(keywords, fc.constantFrom('nintendo', 'karcher', 'switch', 'fahrrad'), steps, (text, token, [chosen, again]) => {
      const isThere = spellableWords(parse(text).terms).some((one) => one.token === token)
      let now = text
      for (const spelling of chosen) {
        now = on(now, token, spelling)
        expect(parse(now).faults).toEqual([])
        expect(isSpellingOn(now, token, spelling)).toBe(isThere)
      }
      expect(on(text, token, ...chosen), 'all at once is one after the other').toBe(now)
      for (const spelling of again) {
        now = off(now, token, spelling)
        expect(parse(now).faults).toEqual([])
        expect(isSpellingOn(now, token, spelling)).toBe(false)
      }
      expect(now).toBe(text)
    }),
  )
})

test('no switch goes beyond what keywords may be', () => {
  const long = fc.array(word, { minLength: 40, maxLength: 59 }).map((words) => ['nintendo', ...words].join(' '))
  fc.assert(
    fc.property(long, fc.subarray(SPELLINGS), (text, chosen) => {
      fc.pre(parse(text).faults.length === 0)
      const now = on(text, 'nintendo', ...chosen)
      expect(parse(now).faults).toEqual([])
      for (const spelling of SPELLINGS) {
        expect(isSpellingOn(on(now, 'nintendo', spelling), 'nintendo', spelling)).toBe(
          isSpellingOn(now, 'nintendo', spelling) || canSwitchOn(now, 'nintendo', spelling),
        )
      }
    }),
  )
})

test('switching brings no word that would have to be asked about; another word does', () => {
  const spelling = { spelling: 'nintedo', count: 2, isOwnWord: false }
  const known = {
    words: [{ token: 'nintendo', start: 0, end: 8, count: 9, spellings: [spelling] }],
    since: '2026-10-22T00:00:00Z',
  }
  expect(listedWords('', undefined)).toEqual({ words: [], areAllKnown: true })
  expect(listedWords('nintendo', undefined)).toEqual({ words: [], areAllKnown: false })
  for (const [text, areAllKnown] of [
    ['Nintendo', true],
    ['(Nintendo,nintedo)', true],
    ['(Nintendo,nintedo) Nintendo 3080', true],
    ['(Nintendo,sega)', false],
    ['Nintendo nintedo', false],
  ] as const) {
    const listed = listedWords(text, known)
    expect([text, listed.areAllKnown, listed.words.map((one) => one.text)]).toEqual([text, areAllKnown, ['Nintendo']])
  }
  const [listed] = listedWords('(nintendo,nintedo)', known).words
  expect(listed && choicesOf('(nintendo,nintedo)', listed)).toEqual([{ ...spelling, isOn: true, isDisabled: false }])
})

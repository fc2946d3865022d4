import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FilterDraft } from '../../contract/filter.ts'
import { hasOtherCriterion, type KeywordTerm, keywordErrors, parseKeywords } from '../../contract/keywords.ts'

/** A term as it reads: -[a b] for side by side, "…" phrases, (…|…) groups, …* prefixes. */
function written({ excluded, value }: KeywordTerm): string {
  const word = (one: Exclude<KeywordTerm['value'], { kind: 'group' }>): string => {
    const tokens = one.tokens.join(' ')
    if (one.kind === 'phrase') return `"${tokens}"`
    return (one.tokens.length === 1 ? tokens : `[${tokens}]`) + (one.prefix ? '*' : '')
  }
  const alternatives = value.kind === 'group' ? value.alternatives.map(({ words }) => words.map(word).join(' ')) : []
  return (excluded ? '-' : '') + (value.kind === 'group' ? `(${alternatives.join('|')})` : word(value))
}

const parse = (text: string, other = false) => parseKeywords(text, { hasOtherCriterion: other })

test.each([
  ['leica m6', 'leica m6'],
  ['"wie neu" leica', '"wie neu" leica'],
  ['„wie neu“ “like new” ”x” ＂y＂', '"wie neu" "like new" "x" "y"'],
  ['(iphone,galaxy s) 128gb', '(iphone|galaxy s) 128gb'],
  ['("wie neu", ovp)', '("wie neu"|ovp)'],
  ['a -defekt', 'a -defekt'],
  ['a -"nur karton"', 'a -"nur karton"'],
  ['a -(defekt,bastler*)', 'a -(defekt|bastler*)'],
  ['DDR4-3200 k-9 RTX 3080-Ti', '[ddr4 3200] [k 9] rtx [3080 ti]'],
  ['kamera* ab*', 'kamera* ab*'],
  ['ddr4-32*', '[ddr4 32]*'],
  ['a,b, c ,d', 'a b c d'],
  ['+leica', 'leica'],
  ['Rock & Roll', 'rock [] roll'],
  ['foo"bar baz"qux(a)b', 'foo "bar baz" qux (a) b'],
  ['(a,,b,)', '(a|b)'],
  ['"a, (b) -c*"', '"a b c"'],
  ['  Stühle\n', 'stuhle'],
])('%s', (text, expected) => {
  const { terms, faults } = parse(text)
  expect(faults).toEqual([])
  expect(terms.map(written).join(' ')).toBe(expected)
})

const letters = (count: number) => Array.from({ length: count }, () => 'a').join(' ')

test.each([
  ['a "b', 'unbalancedQuote', 2, 4],
  ['"', 'unbalancedQuote', 0, 1],
  ['a (b, c', 'unbalancedBracket', 2, 7],
  ['a) b', 'unbalancedBracket', 1, 2],
  ['a ()', 'emptyGroup', 2, 4],
  ['a ( , )', 'emptyGroup', 2, 7],
  ['a (&)', 'emptyGroup', 2, 5],
  ['a ""', 'emptyPhrase', 2, 4],
  ['a - b', 'loneMinus', 2, 3],
  ['a -', 'loneMinus', 2, 3],
  ['a -& b', 'loneMinus', 2, 4],
  ['(a, -)', 'loneMinus', 4, 5],
  ['a *', 'loneStar', 2, 3],
  ['a -*', 'loneStar', 3, 4],
  ['a b*', 'prefixTooShort', 2, 4],
  ['a &&*', 'prefixTooShort', 2, 5],
  ['((a))', 'nestedGroup', 1, 2],
  ['-a -"b c"', 'onlyExclusions', 0, 9],
  ['', 'nothingAsked', 0, 0],
  [' & ', 'nothingAsked', 0, 3],
  [`${'aaaa '.repeat(100)}b`, 'tooManyWords', 300, 501],
  [`${`${'a'.repeat(99)} `.repeat(5)}b`, 'tooLong', 500, 501],
  [`a ${'b'.repeat(101)} c`, 'wordTooLong', 2, 103],
  [`(a, ${'ß'.repeat(51)})`, 'wordTooLong', 4, 55],
  [`"a ${'b'.repeat(101)}"`, 'wordTooLong', 3, 104],
  [letters(61), 'tooManyWords', 120, 121],
  [`"${letters(61)}"`, 'tooManyWords', 121, 123],
  // One character, four words after folding.
  ['ﷺ'.repeat(40), 'tooManyWords', 0, 40],
  [`${'ﷺ '.repeat(30)}a`, 'tooManyWords', 60, 61],
  [`"${'ﷺ '.repeat(30)}a"`, 'tooManyWords', 61, 63],
  ['a-'.repeat(121), 'tooManyWords', 0, 242],
])('fault of %j: %s at %i to %i', (text, code, start, end) => {
  expect(parse(text).faults[0]).toMatchObject({ code, start, end, message: expect.any(String) })
})

test.each([
  ['leica m6 –tasche', 'tasche'],
  ['leica m6 —tasche', 'tasche'],
  ['leica m6 −"alte tasche"', 'alte tasche'],
])('a dash that autocorrection made excludes: %s', (text, excluded) => {
  const { terms, faults } = parse(text)
  expect(faults).toEqual([])
  const values = terms.filter((term) => term.excluded).map(({ value }) => 'tokens' in value && value.tokens.join(' '))
  expect(values).toEqual([excluded])
})

test('a dash of its own between words asks for nothing', () => {
  expect(parse('leica – m6').faults).toEqual([])
  expect(parse('leica – m6').terms.filter(({ excluded }) => excluded)).toEqual([])
})

test.each(['27" monitor', 'dell 24"', '1/4" bit', '(24",27") monitor', '24”-tv', '27",32"', '24″ monitor'])(
  'a quote after a digit is the sign for inches: %s',
  (text) => {
    const { terms, faults } = parse(text)
    expect(faults).toEqual([])
    expect(terms.every(({ value }) => value.kind !== 'phrase')).toBe(true)
  },
)

test('a phrase may begin after a number and end with one', () => {
  const { terms, faults } = parse('iphone 12 "pro 13" 14"pro max"')
  expect(faults).toEqual([])
  expect(terms.flatMap(({ value }) => (value.kind === 'phrase' ? [value.tokens.join(' ')] : []))).toEqual(['pro 13', 'pro max'])
})

test('500 characters, 60 words and 100 characters of a word are allowed', () => {
  expect(parse(`${'a'.repeat(99)} `.repeat(5)).faults).toEqual([])
  expect(parse('a'.repeat(100)).faults).toEqual([])
  expect(parse('ﷺ '.repeat(15)).faults).toEqual([])
  expect(parse(letters(60)).faults).toEqual([])
})

test('with another criterion keywords may be empty, or exclusions alone', () => {
  expect(parse('', true).faults).toEqual([])
  expect(parse('-defekt', true).faults).toEqual([])
})

test('a faulty text keeps its other terms and their places', () => {
  const { terms } = parse('leica ( "m6')
  expect(terms.map(({ start, end, value }) => [value.kind, start, end])).toEqual([
    ['word', 0, 5],
    ['group', 6, 11],
  ])
})

test('places of terms, groups, alternatives and words', () => {
  const [, term] = parse('a -(b c, d*)').terms
  expect(term).toMatchObject({ excluded: true, start: 2, end: 12 })
  expect(term?.value).toMatchObject({
    start: 3,
    end: 12,
    alternatives: [
      {
        start: 4,
        end: 7,
        words: [
          { start: 4, end: 5 },
          { start: 6, end: 7 },
        ],
      },
      { start: 9, end: 11, words: [{ text: 'd', prefix: true, start: 9, end: 11 }] },
    ],
  })
})

test('any text is read to its end, with places in order and inside it', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab3-*"„“(), &\n'), maxLength: 30 })
  fc.assert(
    fc.property(text, (typed) => {
      const { terms, faults } = parse(typed)
      let before = 0
      for (const { start, end } of terms) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        before = end
      }
      for (const { start, end } of [...terms, ...faults]) expect(end).toBeLessThanOrEqual(Math.max(start, typed.length))
    }),
    { seed: 7, numRuns: 5000 },
  )
})

test.each([
  [{ marketplaces: ['demo'] }],
  [{ buyingOptions: ['auction'] }],
  [{ conditions: ['new'] }],
  [{ categories: ['photo'] }],
  [{ price: { min: 0, currency: 'EUR' } }],
  [{ price: { max: 5, currency: 'EUR' } }],
  [{ maxBids: 0 }],
  [{ location: { country: 'DE', zip: '10115', radiusKm: 5 } }],
  [{ shippingTo: 'DE' }],
  [{ sellers: { never: ['bob'] } }],
  [{ commercial: false }],
  [{ endsWithinMinutes: 60 }],
])('%j is another criterion', (part) => {
  expect(hasOtherCriterion(FilterDraft.parse({ name: 'a', ...part }))).toBe(true)
})

test.each([[{}], [{ price: { currency: 'EUR' } }], [{ sellers: {} }], [{ unknown: { price: 'exclude' } }]])(
  '%j is none',
  (part) => {
    expect(hasOtherCriterion(FilterDraft.parse({ name: 'a', ...part }))).toBe(false)
  },
)

test('faults of a draft are field errors with their places', () => {
  expect(keywordErrors(FilterDraft.parse({ name: 'a', keywords: 'x (' }))).toEqual([
    { path: 'keywords', code: 'unbalancedBracket', message: 'a bracket has no partner', start: 2, end: 3 },
  ])
  expect(keywordErrors(FilterDraft.parse({ name: 'a', keywords: '-x', maxBids: 1 }))).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentsOf, endsInDigit, fold, HAS_DIGIT, HAS_LETTER, tokenize, tokenizeWithPlaces } from '../../contract/tokens.ts'
import { naiveFold } from '../matching/naive.ts'

test.each([
  ['NFKC', 'ﬁlm ① Ａ４ ½', ['film', '1', 'a4', '1', '2']],
  [
    'a soft hyphen, zero-width characters, a word joiner and a byte order mark part nothing',
    'Ka\u00ADme\u200Bra\u200C \u200Dab\u2060c\uFEFFd',
    ['kamera', 'abcd'],
  ],
  ['lower case', 'RTX Öl ÉTÉ', ['rtx', 'ol', 'ete']],
  [
    'ä, ae, ö, oe, ü, ue are one letter',
    'Stühle Stuehle Stuhle Bär Baer Goethe Göthe',
    ['stuhle', 'stuhle', 'stuhle', 'bar', 'bar', 'gothe', 'gothe'],
  ],
  ['capital umlauts, composed or not', 'ÄÖÜ A\u0308O\u0308U\u0308', ['aou', 'aou']],
  ['ue after q stays', 'Quelle QUELLE boutique neue', ['quelle', 'quelle', 'boutique', 'neu']],
  ['ü after q does not', 'qü', ['qu']],
  ['one pass from left to right', 'aee oee aeoeue uee aue', ['ae', 'oe', 'aou', 'ue', 'au']],
  ['ß is ss', 'Straße STRAẞE Strasse', ['strasse', 'strasse', 'strasse']],
  ['marks go', 'Café crème brûlée Ångström', ['cafe', 'creme', 'brulee', 'angstrom']],
  ['an accented letter is no half of an umlaut', 'aé', ['ae']],
  [
    'everything else separates',
    'a-b/c_d.e,f(g)h„i“j+k\u00A0l\nm',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm'],
  ],
  ['letters and digits of all scripts', 'Москва ٣٤ 東京 𝐀𝟏 𐐀', ['москва', '٣٤', '東京', 'a1', '𐐨']],
  ['nothing', ' –…! ', []],
])('tokens: %s', (_, text, expected) => {
  expect(tokenize(text)).toEqual(expected)
})

test.each([
  ['rtx3080ti', ['rtx', '3080ti']],
  ['iphone13', ['iphone', '13']],
  ['a1b2c3', ['a', '1b2c3']],
  ['3080ti4', ['3080ti', '4']],
  ['3080ti', undefined],
  ['kamera', undefined],
  ['2024', undefined],
])('parts: %s counts also as %j', (token, parts) => {
  expect(tokenizeWithPlaces(token)[0]?.parts?.map(({ text }) => text)).toEqual(parts)
})

test.each([
  [
    'Größe RTX3080',
    [
      [0, 5],
      [6, 13],
    ],
  ],
  ['„Stuehle“', [[1, 8]]],
  ['Ka\u00ADmera!', [[0, 7]]],
  ['A\u0308pfel', [[0, 6]]],
  ['ﬁlm', [[0, 3]]],
  [
    '😀 𝐀𝟏 x',
    [
      [3, 7],
      [8, 9],
    ],
  ],
])('places of the tokens of %j lie in the original', (text, places) => {
  expect(tokenizeWithPlaces(text).map(({ start, end }) => [start, end])).toEqual(places)
})

test('places of parts', () => {
  const [token] = tokenizeWithPlaces('– Größ13')
  expect(token?.parts).toEqual([
    { text: 'gross', start: 2, end: 6 },
    { text: '13', start: 6, end: 8 },
  ])
})

test('what a token contains', () => {
  expect(contentsOf('kamera')).toBe(HAS_LETTER)
  expect(contentsOf('3080')).toBe(HAS_DIGIT)
  expect(contentsOf('3080ti')).toBe(HAS_LETTER | HAS_DIGIT)
  expect([endsInDigit('rtx3080'), endsInDigit('3080ti'), endsInDigit('')]).toEqual([true, false, false])
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(
      ...'aeouäöüßÄqEUQ1-3ß \u0308\u0301\u00AD\u200D\u1100\u1161\u11A8\u3131\u314F\uFF76\uFF9E\uFFA1\uFFC2ﬁΣσİ½',
    ),
    maxLength: 10,
  }),
)

test('any text folds as the rules say, step by step', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(fold(text)).toBe(naiveFold(text))
    }),
    { seed: 5, numRuns: 5000 },
  )
})

test('tokens with and without places are the same, and places are in order and inside the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const placed = tokenizeWithPlaces(text)
      expect(placed.map((token) => token.text)).toEqual(tokenize(text))
      let before = 0
      for (const { start, end } of placed) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        before = start
      }
    }),
    { seed: 6, numRuns: 5000 },
  )
})

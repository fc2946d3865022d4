import { expect, test } from 'vitest'
import { flagsOf } from '../support.ts'

const finds = (keywords: string, title: string, asked: Record<string, unknown> = {}, description?: string) =>
  flagsOf({ keywords, ...asked }, { title, ...(description !== undefined && { description }) }) !== undefined

test.each([
  ['leica m6', 'M6 von Leica', true],
  ['leica m6', 'Leica M3', false],
  ['Stuehle', 'Stuhle', true],
  ['Straße', 'STRASSE 7', true],
  ['(iphone,galaxy s) 128gb', 'Galaxy S 128GB', true],
  ['(iphone,galaxy s) 128gb', 'Galaxy 128GB', false],
  ['"wie neu"', 'Leica, wie neu!', true],
  ['"wie neu"', 'neu wie', false],
  ['"wie neu"', 'wie fast neu', false],
  ['leica -defekt', 'Leica defekt', false],
  ['leica -defekt', 'Leica', true],
  ['leica -"nur karton"', 'Leica nur Karton', false],
  ['leica -"nur karton"', 'Leica Karton nur', true],
  ['leica -(defekt, bastler*)', 'Leica Bastlerware', false],
  ['spiegel*', 'Spiegelreflexkamera', true],
  ['reflex*', 'Spiegelreflexkamera', false],
  ['Rock & Roll', 'Roll Rock', true],
])('%s in "%s": %s', (keywords, title, expected) => {
  expect(finds(keywords, title, { wordMatch: 'exact' })).toBe(expected)
})

test.each<readonly [string, string, boolean]>([
  // A token with a letter before a digit counts also as its parts.
  ['rtx', 'RTX3080Ti', true],
  ['3080ti', 'RTX3080Ti', true],
  ['13', 'iPhone13', true],
  ['3080', 'RTX3080', true],
  // A mixed word where two or three consecutive tokens spell it.
  ['3080ti', '3080 Ti', true],
  ['iphone13', 'iPhone 13', true],
  ['rtx3080ti', 'RTX 3080 Ti', true],
  ['rtx3080ti', 'RTX 3080Ti', true],
  ['rtx3080ti', 'RTX3080 Ti', true],
  ['3080ti', 'RTX3080 Ti', true],
  ['13mini', '13 mini2', true],
  ['a1b2', 'a 1 b 2', false],
  ['3080ti', 'Ti 3080', false],
  // Not mixed: not joined.
  ['3080', '30 80', false],
  ['kamera', 'kam era', false],
  // Two neighbouring words, the first ending in a digit, the second letters only.
  ['3080 ti', '3080Ti', true],
  ['3080 ti', 'RTX3080Ti', true],
  ['rtx3080 ti', 'RTX3080Ti', true],
  ['3080, ti', '3080Ti', true],
  ['ti 3080', '3080Ti', false],
  ['3080 (ti)', '3080Ti', false],
  ['3080 "ti"', '3080Ti', false],
  ['3080 ti*', '3080Ti', false],
  ['(3080 ti, 4070)', '3080Ti', true],
  ['3080 ti', '30 80ti', false],
  // They find each other.
  ...['rtx 3080', 'rtx-3080', 'rtx3080'].flatMap((a) => ['RTX 3080', 'RTX-3080', 'RTX3080'].map((b) => [a, b, true] as const)),
  ['3080-ti', '3080Ti', true],
  ['rtx-3080-ti', 'RTX 3080Ti', true],
  // Numbers do decide.
  ['3080', '3080Ti', false],
  ['3080*', '3080Ti', true],
  // A word that the token function splits is its tokens side by side.
  ['DDR4-3200', 'DDR4 3200', true],
  ['DDR4-3200', 'DDR 4 3200', true],
  ['DDR4-3200', '3200 DDR4', false],
  ['DDR4-3200', 'DDR4 RAM 3200', false],
  ['ddr4-32*', 'DDR4-3200', true],
  // A phrase compares tokens as written, not their parts.
  ['"rtx 3080"', 'RTX3080', false],
  ['"rtx3080"', 'RTX 3080', false],
  ['"3080"', 'RTX3080', false],
  ['"rtx3080"', 'RTX3080', true],
  // A prefix compares the beginning of tokens and of their parts.
  ['308*', 'RTX3080Ti', true],
  ['3080*', 'RTX 30 80', false],
])('numbers: %s in "%s": %s', (keywords, title, expected) => {
  for (const wordMatch of ['exact', 'forms', 'compounds']) expect(finds(keywords, title, { wordMatch })).toBe(expected)
})

test.each([
  ['Stuhl', 'Stühle', false, true, true],
  ['Kamera', 'Kameras', false, true, true],
  ['watch', 'watches', false, true, true],
  ['Grafikkarten', 'Grafikkarte', false, true, true],
  ['uhr', 'Armbanduhr', false, false, false],
  ['kamera', 'Spiegelreflexkamera', false, false, true],
  ['kameras', 'Spiegelreflexkamera', false, false, true],
  ['kamera', 'Digitalkameras', false, false, true],
  ['kamera', 'xykamera', false, false, false],
  ['kamera', 'xyzkamera', false, false, true],
  ['kamera', 'Kameratasche', false, false, false],
  ['bahn', 'Eisenbahn', false, false, true],
  ['"Stuhl"', 'Stühle', false, false, false],
  ['"kamera"', 'Spiegelreflexkamera', false, false, false],
  ['stuhl*', 'Stühle', true, true, true],
  ['-Stuhl Tisch', 'Tisch Stühle', true, false, false],
  ['-kamera Tasche', 'Tasche Spiegelreflexkamera', true, true, false],
  ['3080', '3080s', false, false, false],
])('forms: %s in "%s": exact %s, forms %s, compounds %s', (keywords, title, exact, forms, compounds) => {
  expect(['exact', 'forms', 'compounds'].map((wordMatch) => finds(keywords, title, { wordMatch }))).toEqual([
    exact,
    forms,
    compounds,
  ])
})

test('descriptions count only for titleAndDescription', () => {
  expect(finds('leica', 'Kamera', {}, 'von Leica')).toBe(false)
  expect(finds('leica kamera', 'Kamera', { searchIn: 'titleAndDescription' }, 'von Leica')).toBe(true)
})

test('no words are adjacent across title and description', () => {
  const both = { searchIn: 'titleAndDescription' }
  expect(finds('"leica m6"', 'Leica', both, 'M6')).toBe(false)
  expect(finds('rtx-3080', 'RTX', both, '3080')).toBe(false)
  expect(finds('rtx3080', 'RTX', both, '3080')).toBe(false)
  expect(finds('leica m6', 'Leica', both, 'M6')).toBe(true)
})

test('exclusions apply to both texts, whatever the filter searches', () => {
  for (const searchIn of ['title', 'titleAndDescription']) {
    expect(finds('leica -defekt', 'Leica', { searchIn }, 'leider defekt')).toBe(false)
    expect(finds('leica -"nur karton"', 'Leica', { searchIn }, 'nur Karton')).toBe(false)
    expect(finds('leica -(karton, defekte)', 'Leica', { searchIn }, 'defekt')).toBe(false)
  }
})

test('exclusions alone match every auction without them', () => {
  expect(finds('-defekt', 'Leica', { maxBids: 3 })).toBe(true)
  expect(finds('-defekt', 'Leica defekt', { maxBids: 3 })).toBe(false)
})

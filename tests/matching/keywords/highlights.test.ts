import { expect, test } from 'vitest'
import { highlightsOf, tokenizeFields } from '../../../server/matching/keywords/highlights.ts'
import { someCriteria } from '../support.ts'

test.each([
  [
    'leica m6',
    'Alte Leica M6!',
    [
      [5, 10],
      [11, 13],
    ],
  ],
  ['rtx3080', 'Karte RTX 3080 neu', [[6, 14]]],
  ['3080', 'RTX3080', [[3, 7]]],
  ['"wie neu"', 'fast wie – neu', [[5, 14]]],
  [
    'stuhl',
    '2 Stühle, 1 Stuhl',
    [
      [2, 8],
      [12, 17],
    ],
  ],
  [
    '(leica m3, leica m6)',
    'Leica M6',
    [
      [0, 5],
      [6, 8],
    ],
  ],
  ['(leica m3, m6)', 'Leica M6', [[6, 8]]],
  ['3080 ti', 'RTX3080Ti', [[3, 9]]],
  ['rtx-3080 rtx*', 'RTX 3080', [[0, 8]]],
  ['leica -defekt', 'Leica', [[0, 5]]],
])('highlights of %s in "%s"', (keywords, title, places) => {
  expect(highlightsOf([someCriteria({ keywords })], tokenizeFields({ title }, 'titleAndDescription'))).toEqual(
    places.map(([start, end]) => ({ field: 'title', start, end })),
  )
})

test('highlights are in the searched texts, title first', () => {
  const auction = tokenizeFields({ title: 'Leica', description: 'Eine Leica M6' }, 'titleAndDescription')
  const both = someCriteria({ keywords: 'm6 leica', searchIn: 'titleAndDescription' })
  const title = someCriteria({ keywords: 'leica' })
  const everywhere = [
    { field: 'title', start: 0, end: 5 },
    { field: 'description', start: 5, end: 10 },
    { field: 'description', start: 11, end: 13 },
  ]
  expect(highlightsOf([both], auction)).toEqual(everywhere)
  expect(highlightsOf([title], auction)).toEqual([{ field: 'title', start: 0, end: 5 }])
  expect(highlightsOf([title, both], auction)).toEqual(everywhere)
})

import { expect, test } from 'vitest'
import { createMatcher } from '../../server/matching/matcher.ts'
import { anAuction, someCriteria } from './support.ts'
import { asFilter, convert, NOW } from './vocabulary.ts'

const filter = (id: string, asked: Record<string, unknown>) => asFilter(someCriteria(asked), id)
const newMatcher = (now = NOW) => createMatcher({ clock: () => now, convert })

test('adding an id again replaces the filter', () => {
  const matcher = newMatcher()
  matcher.add(filter('a', { keywords: 'leica' }))
  matcher.add(filter('a', { keywords: 'canon' }))
  expect(matcher.size).toBe(1)
  expect(matcher.match(anAuction({ title: 'Leica' }))).toEqual([])
  expect(matcher.match(anAuction({ title: 'Canon' }))[0]?.filterId).toBe('a')
})

test('a removed filter matches no more; removing it again does nothing', () => {
  const matcher = newMatcher()
  matcher.add(filter('a', { keywords: 'leica' }))
  matcher.add(filter('b', { keywords: 'leica' }))
  matcher.remove('a')
  matcher.remove('a')
  expect(matcher.size).toBe(1)
  expect(matcher.match(anAuction({ title: 'Leica' })).map(({ filterId }) => filterId)).toEqual(['b'])
})

test('a filter is named once, however many of its alternatives are found', () => {
  const matcher = newMatcher()
  matcher.add(filter('a', { keywords: '(leica, m6, kamera)', searchIn: 'titleAndDescription' }))
  expect(matcher.match(anAuction({ title: 'Leica M6', description: 'Kamera Leica' }))).toHaveLength(1)
})

test('the windows before the end are those of the filters there are', () => {
  const matcher = newMatcher()
  matcher.add(filter('a', { endsWithinMinutes: 60 }))
  matcher.add(filter('b', { endsWithinMinutes: 60 }))
  matcher.add(filter('c', { endsWithinMinutes: 10 }))
  matcher.add(filter('d', { keywords: 'leica' }))
  expect(matcher.endWindows()).toEqual([10, 60])
  matcher.remove('a')
  matcher.remove('c')
  expect(matcher.endWindows()).toEqual([60])
  matcher.add(filter('b', { endsWithinMinutes: 30 }))
  expect(matcher.endWindows()).toEqual([30])
})

test('words of a name that every object has are words', () => {
  const matcher = newMatcher()
  matcher.add(filter('a', { keywords: 'constructor toString' }))
  expect(matcher.match(anAuction({ title: 'constructor' }))).toEqual([])
  expect(matcher.match(anAuction({ title: 'toString, constructor' }))).toHaveLength(1)
})

test('what is learned from a sample changes no match', () => {
  const sample = [anAuction({ title: 'Leica Kamera' }), anAuction({ title: 'Leica M6', description: 'Kamera' })]
  const matcher = createMatcher({ clock: () => NOW, convert, sample })
  matcher.add(filter('a', { keywords: 'leica kamera' }))
  expect(matcher.match(anAuction({ title: 'Kamera Leica' }))).toHaveLength(1)
})

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
  const matcher = newMatcher()
  matcher.add(filter('a', { keywords }))
  const [match] = matcher.match(anAuction({ title }))
  expect(match?.highlights).toEqual(places.map(([start, end]) => ({ field: 'title', start, end })))
})

test('highlights stand in the texts that are searched, title first', () => {
  const auction = anAuction({ title: 'Leica', description: 'Eine Leica M6' })
  const matcher = newMatcher()
  matcher.add(filter('a', { keywords: 'm6 leica', searchIn: 'titleAndDescription' }))
  expect(matcher.match(auction)[0]?.highlights).toEqual([
    { field: 'title', start: 0, end: 5 },
    { field: 'description', start: 5, end: 10 },
    { field: 'description', start: 11, end: 13 },
  ])
  matcher.add(filter('a', { keywords: 'leica' }))
  expect(matcher.match(auction)[0]?.highlights).toEqual([{ field: 'title', start: 0, end: 5 }])
})

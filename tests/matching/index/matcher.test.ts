import { expect, test } from 'vitest'
import { createMatcher } from '../../../server/matching/index/matcher.ts'
import { anAuction, someCriteria } from '../support.ts'
import { asFilter, convert, NOW } from '../vocabulary.ts'

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

test('a removed filter no longer matches; removing it again does nothing', () => {
  const matcher = newMatcher()
  matcher.add(filter('a', { keywords: 'leica' }))
  matcher.add(filter('b', { keywords: 'leica' }))
  matcher.remove('a')
  matcher.remove('a')
  expect(matcher.size).toBe(1)
  expect(matcher.match(anAuction({ title: 'Leica' })).map(({ filterId }) => filterId)).toEqual(['b'])
})

test('a filter is reported once, however many of its alternatives are found', () => {
  const matcher = newMatcher()
  matcher.add(filter('a', { keywords: '(leica, m6, kamera)', searchIn: 'titleAndDescription' }))
  expect(matcher.match(anAuction({ title: 'Leica M6', description: 'Kamera Leica' }))).toHaveLength(1)
})

test('the end windows are those of the current filters', () => {
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

test('names of object properties are ordinary words', () => {
  const matcher = newMatcher()
  matcher.add(filter('a', { keywords: 'constructor toString' }))
  expect(matcher.match(anAuction({ title: 'constructor' }))).toEqual([])
  expect(matcher.match(anAuction({ title: 'toString, constructor' }))).toHaveLength(1)
})

test.each([
  'a',
  '',
  '0193e5a0-0000-7000-8000-00000000000a',
  '0193E5A0-0000-7000-8000-00000000000A',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-f000-0000-000000000000',
  '0193e5a0-0000-7000-8000-00000000000g',
  '0193e5a0x0000-7000-8000-00000000000a',
])('a filter is named as it was added: %j', (id) => {
  const matcher = newMatcher()
  matcher.add(filter('other', { keywords: 'leica' }))
  matcher.add(filter(id, { keywords: 'leica' }))
  const found = () => matcher.match(anAuction({ title: 'Leica' })).map(({ filterId }) => filterId)
  expect(found().sort()).toEqual([id, 'other'].sort())
  matcher.remove(id)
  expect(found()).toEqual(['other'])
  matcher.add(filter('another', { keywords: 'leica' }))
  expect(found().sort()).toEqual(['another', 'other'])
})

test('circles are kept while a filter uses them', () => {
  const matcher = newMatcher()
  const around = (id: string, radiusKm: number) =>
    filter(id, { location: { country: 'DE', zip: '10115', name: 'Berlin', lat: 52.53, lon: 13.38, radiusKm } })
  const inPotsdam = anAuction({ location: { lat: 52.4, lon: 13.06, precision: 'exact' } })
  const found = () =>
    matcher
      .match(inPotsdam)
      .map(({ filterId }) => filterId)
      .sort()
  for (const [id, km] of [
    ['near', 10],
    ['far', 50],
    ['too', 50],
  ] as const)
    matcher.add(around(id, km))
  expect(found()).toEqual(['far', 'too'])
  matcher.remove('far')
  expect(found()).toEqual(['too'])
  matcher.remove('too')
  matcher.add(around('wide', 100))
  expect(found()).toEqual(['wide'])
})

test.each([
  { converted: 1000, min: 1000, max: 1000, isMatch: true },
  { converted: 999.5, min: 1000, max: 2000, isMatch: false },
  { converted: 1000.5, min: 1000, max: 1001, isMatch: true },
  { converted: 1000.5, min: 500, max: 1000, isMatch: false },
  { converted: 0, min: 0, max: 0, isMatch: true },
  { converted: 2 ** 40, min: 2 ** 31 - 1, max: undefined, isMatch: true },
  { converted: 2 ** 40, min: 0, max: 2 ** 31 - 2, isMatch: false },
])('a price that another currency makes $converted is compared with bounds as it is: $min to $max', (row) => {
  const { converted, min, max, isMatch } = row
  const matcher = createMatcher({ clock: () => NOW, convert: () => converted })
  matcher.add(filter('a', { price: { of: 'price', currency: 'EUR', min, ...(max !== undefined && { max }) } }))
  expect(matcher.match(anAuction({ price: { amount: 1, currency: 'USD' } }))).toHaveLength(isMatch ? 1 : 0)
})

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

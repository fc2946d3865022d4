import { expect, test } from 'vitest'
import { inChosenLanguage } from '../../sw/language.ts'

const at = (path: string) => new URL(path, 'https://lotwatch.example')

test.each([
  ['/', '/de'],
  ['/overview', '/de/overview'],
  ['/filters/create?title=a&url=b', '/de/filters/create?title=a&url=b'],
  ['/deals', '/de/deals'],
])('%s leads to the chosen language', (path, to) => {
  expect(inChosenLanguage(at(path), 'de')).toBe(to)
})

test.each(['/de', '/de/overview'])('%s decides by itself', (path) => {
  expect(inChosenLanguage(at(path), 'de')).toBeUndefined()
  expect(inChosenLanguage(at(path), 'en')).toBeUndefined()
})

test('nothing leads away from English when that is chosen', () => {
  expect(inChosenLanguage(at('/overview'), 'en')).toBeUndefined()
})

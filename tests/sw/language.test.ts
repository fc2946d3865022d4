import { expect, test } from 'vitest'
import { localizedPath, SIGN_IN_ROUTES } from '../../contract/routes.ts'
import { inChosenLanguage, isSignInPage } from '../../sw/language.ts'

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

test('the worker knows the same sign-in pages as the server', () => {
  for (const path of SIGN_IN_ROUTES) {
    for (const locale of ['en', 'de'] as const) expect(isSignInPage(at(localizedPath(locale, path)))).toBe(true)
    expect(isSignInPage(at(`${path}/?invite=x`))).toBe(true)
  }
  for (const path of ['/', '/de', '/forgot-password', '/login/x', '/logins', '/fr/login', '/overview'])
    expect(isSignInPage(at(path)), path).toBe(false)
})

import { expect, test } from 'vitest'
import { isSignInPath, localizedPath, SIGN_IN_ROUTES } from '../../contract/routes.ts'
import { inChosenLanguage } from '../../sw/language.ts'

const at = (path: string) => new URL(path, 'https://lotwatch.example')

test.each([
  ['/', '/de'],
  ['/overview', '/de/overview'],
  ['/filters/create?title=a&url=b', '/de/filters/create?title=a&url=b'],
  ['/deals', '/de/deals'],
])('%s redirects to the chosen language', (path, to) => {
  expect(inChosenLanguage(at(path), 'de')).toBe(to)
})

test.each(['/de', '/de/overview'])('%s is not redirected', (path) => {
  expect(inChosenLanguage(at(path), 'de')).toBeUndefined()
  expect(inChosenLanguage(at(path), 'en')).toBeUndefined()
})

test('nothing leads away from English when that is chosen', () => {
  expect(inChosenLanguage(at('/overview'), 'en')).toBeUndefined()
})

test('the worker knows the same sign-in pages as the server', () => {
  for (const path of SIGN_IN_ROUTES) {
    for (const locale of ['en', 'de'] as const) expect(isSignInPath(localizedPath(locale, path))).toBe(true)
    expect(isSignInPath(at(`${path}/?invite=x`).pathname)).toBe(true)
  }
  for (const path of ['/', '/de', '/forgot-password', '/login/x', '/logins', '/fr/login', '/overview'])
    expect(isSignInPath(path), path).toBe(false)
})

import { expect, test } from 'vitest'
import { PUBLIC_ROUTES, SIGN_IN_ROUTES } from '../../contract/routes.ts'
import { needsOwnDocument } from '../../src/install/signInDocument.ts'

test('the app enters the same pages with a new document that the server sends another policy with', () => {
  expect(PUBLIC_ROUTES.filter(needsOwnDocument)).toEqual(SIGN_IN_ROUTES)
})

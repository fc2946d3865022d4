import { expect, test } from 'vitest'
import type { Problem } from '../../contract/errors.ts'
import { PROJECT_ID, startIdentityProvider } from '../support/identityProvider.ts'
import { idToken, startTestServer, TestUser } from '../support/server.ts'

/** A server with a real project, whose keys come from a stand-in for Google. */
async function start() {
  const google = await startIdentityProvider(() => new Date())
  const { address } = await startTestServer({
    FIREBASE_PROJECT_ID: PROJECT_ID,
    FIREBASE_API_KEY: 'key',
    FIREBASE_JWKS_URL: google.url,
  })
  const exchange = async (authToken: string) => {
    const answer = await new TestUser(address).call('POST', '/api/auth/firebase', { authToken })
    return { ...answer, code: (answer.body as Partial<Problem>).code, token: (answer.body as { authToken?: string }).authToken }
  }
  return { google, address, exchange }
}

test('a signed token opens a session; an unsigned one of the emulator does not', async () => {
  const { google, address, exchange } = await start()
  const { status, token } = await exchange(await google.issue({ name: 'Ada', email: 'ada@example.org' }))
  expect(status).toBe(200)
  const me = await new TestUser(address, token).get('/api/user/me')
  expect(me).toMatchObject({ name: 'Ada', email: 'ada@example.org', isAnonymous: false })
  expect(await exchange(idToken({ sub: 'x' }))).toMatchObject({ status: 401, code: 'identity_token_invalid' })
})

test('while the keys are unreachable a sign-in answers 503, and its token stays valid', async () => {
  const { google, exchange } = await start()
  const token = await google.issue()
  google.script.push({ status: 503 })
  const refused = await exchange(token)
  expect(refused).toMatchObject({ status: 503, code: 'identity_unavailable' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await exchange(token)).status).toBe(200)
})

test('sessions do not need the identity provider', async () => {
  const { google, address, exchange } = await start()
  const user = new TestUser(address, (await exchange(await google.issue())).token)
  google.usual = 'cut'
  expect((await user.call('POST', '/api/filters', { name: 'mine', keywords: 'leica' })).status).toBe(201)
  expect(await user.get('/api/filters/user')).toMatchObject([{ name: 'mine' }])
})

test('a name that the database cannot store does not prevent the sign-in', async () => {
  const { google, address, exchange } = await start()
  const { status, token } = await exchange(await google.issue({ name: 'Ada\u0000 \uD83D', email: 'a\u0000@example.org' }))
  expect(status).toBe(200)
  expect(await new TestUser(address, token).get('/api/user/me')).toMatchObject({ name: expect.stringMatching(/^Ada/) })
})

test('an oversized token is refused before any processing', async () => {
  const { google, exchange } = await start()
  expect((await exchange('x'.repeat(60_000))).status).toBeGreaterThanOrEqual(400)
  expect(google.received).toEqual([])
})

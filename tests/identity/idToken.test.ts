import { generateKeyPair, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createIdTokenVerifier, IdentityTokenInvalid, IdentityUnavailable } from '../../server/identity/idToken.ts'
import { readSettings } from '../../server/settings.ts'
import { PROJECT_ID, startIdentityProvider } from '../support/identityProvider.ts'
import { type Reply, startProvider } from '../support/providers.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const NOW_SECONDS = NOW.getTime() / 1000
const HOUR_SECONDS = 3600

async function start() {
  const google = await startIdentityProvider(() => NOW)
  const { identity } = readSettings({ FIREBASE_PROJECT_ID: PROJECT_ID, FIREBASE_API_KEY: 'k', FIREBASE_JWKS_URL: google.url })
  const verifier = createIdTokenVerifier(identity, { now: () => NOW })
  return { google, verify: verifier.verify }
}

test('a valid token gives the identity', async () => {
  const { google, verify } = await start()
  const claims = { name: 'Ada', email: 'ada@example.org', email_verified: true, picture: 'https://pictures.example/ada.png' }
  expect((await verify(await google.issue(claims))).profile).toEqual({
    identity: `https://securetoken.google.com/${PROJECT_ID}|someone`,
    name: 'Ada',
    email: 'ada@example.org',
    emailVerified: true,
    avatar: 'https://pictures.example/ada.png',
    isAnonymous: false,
  })
  expect((await verify(await google.issue({ firebase: { sign_in_provider: 'anonymous' } }))).profile).toMatchObject({
    isAnonymous: true,
    email: '',
    emailVerified: false,
  })
})

test('untrusted profile fields are sanitized', async () => {
  const { google, verify } = await start()
  const claims = {
    name: `Ada\u0000\r\nLovelace ${'x'.repeat(500)}`,
    email: 7,
    email_verified: 'true',
    picture: 'javascript:alert(1)',
  }
  const { profile } = await verify(await google.issue(claims))
  expect(profile.name).toMatch(/^Ada Lovelace x+$/)
  expect(profile.name.length).toBeLessThanOrEqual(200)
  expect(profile).toMatchObject({ email: '', emailVerified: false, avatar: '' })
})

describe('a token is refused', () => {
  test.each<[string, Record<string, unknown>]>([
    ['of another project', { aud: 'another' }],
    ['of several projects, ours not among them', { aud: ['another', 'third'] }],
    ['of another issuer', { iss: 'https://securetoken.google.com/another' }],
    ['of an issuer that looks like ours', { iss: `https://securetoken.google.com/${PROJECT_ID}/` }],
    ['that has expired', { exp: NOW_SECONDS - 61 }],
    ['without an end', { exp: undefined }],
    ['issued in the future', { iat: NOW_SECONDS + HOUR_SECONDS }],
    ['of a sign-in in the future', { auth_time: NOW_SECONDS + HOUR_SECONDS }],
    ['without a sign-in', { auth_time: undefined }],
    ['whose sign-in is no time', { auth_time: 'yesterday' }],
    ['not valid yet', { nbf: NOW_SECONDS + HOUR_SECONDS }],
    ['of nobody', { sub: '' }],
    ['without a subject', { sub: undefined }],
    ['whose subject is too long', { sub: 'x'.repeat(129) }],
    ['whose subject is no text', { sub: 7 }],
    ['whose subject the database could not hold', { sub: 'a\u0000b' }],
  ])('%s', async (_, claims) => {
    const { google, verify } = await start()
    await expect(verify(await google.issue(claims))).rejects.toBeInstanceOf(IdentityTokenInvalid)
  })

  test('that is not signed', async () => {
    const { verify } = await start()
    const unsigned = new UnsecuredJWT({ auth_time: NOW_SECONDS })
      .setIssuer(`https://securetoken.google.com/${PROJECT_ID}`)
      .setAudience(PROJECT_ID)
      .setSubject('someone')
      .setIssuedAt(NOW_SECONDS)
      .setExpirationTime(NOW_SECONDS + HOUR_SECONDS)
      .encode()
    await expect(verify(unsigned)).rejects.toBeInstanceOf(IdentityTokenInvalid)
  })

  test('that is signed with the public key as if it were a secret', async () => {
    const { google, verify } = await start()
    const forged = await google.issue({}, { alg: 'HS256' }, new TextEncoder().encode(google.publicKeyPem))
    await expect(verify(forged)).rejects.toBeInstanceOf(IdentityTokenInvalid)
  })

  test('that is signed with another key, wherever it claims that key to be', async () => {
    const { google, verify } = await start()
    const { privateKey } = await generateKeyPair('RS256')
    const thief = await startProvider({ status: 200, body: '{"keys":[]}' })
    for (const header of [{}, { jku: thief.url }, { x5u: thief.url }]) {
      await expect(verify(await google.issue({}, header, privateKey))).rejects.toBeInstanceOf(IdentityTokenInvalid)
    }
    expect(thief.received).toEqual([])
  })

  test('that was modified or is malformed', async () => {
    const { google, verify } = await start()
    const [header, , signature] = (await google.issue()).split('.')
    const payload = Buffer.from(JSON.stringify({ sub: 'admin' })).toString('base64url')
    for (const text of [`${header}.${payload}.${signature}`, 'nonsense', '..', 'a.b.c', 'x'.repeat(10_000)]) {
      await expect(verify(text), text.slice(0, 40)).rejects.toBeInstanceOf(IdentityTokenInvalid)
    }
  })
})

test('a clock difference of a minute is tolerated', async () => {
  const { google, verify } = await start()
  await verify(await google.issue({ exp: NOW_SECONDS - 59 }))
  await verify(await google.issue({ iat: NOW_SECONDS + 59, auth_time: NOW_SECONDS + 59 }))
})

test('a flood of tokens with unknown keys fetches the keys once', async () => {
  const { google, verify } = await start()
  const flood = await Promise.all(Array.from({ length: 30 }, (_, index) => google.issue({}, { kid: `unknown ${index}` })))
  const answers = await Promise.allSettled(flood.map(verify))
  for (const answer of answers) expect(answer).toMatchObject({ reason: expect.any(IdentityTokenInvalid) })
  await verify(await google.issue())
  expect(google.received).toHaveLength(1)
})

describe('unreachable keys are not the fault of the token', () => {
  test.each<[string, Reply]>([
    ['no answer', 'cut'],
    ['an error', { status: 500 }],
    [
      'a page of somebody else',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>sign in to the WLAN</html>' },
    ],
    ['something else', { status: 200, body: '{"error":"maintenance"}' }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
  ])('%s', async (_, reply) => {
    const { google, verify } = await start()
    google.script.push(reply)
    const token = await google.issue()
    await expect(verify(token)).rejects.toBeInstanceOf(IdentityUnavailable)
    expect((await verify(token)).profile.identity).toContain('someone')
  })
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashSessionToken, isSessionToken, makeSessionToken } from '../../server/identity/sessionToken.ts'

test('a session token has 256 random bits, is unique, and is stored only as a hash', () => {
  const made = Array.from({ length: 1000 }, makeSessionToken)
  expect(new Set(made.map(({ token }) => token)).size).toBe(1000)
  for (const { token, tokenHash } of made) {
    expect(isSessionToken(token)).toBe(true)
    expect(Buffer.from(token.slice('lw1_'.length), 'base64url')).toHaveLength(32)
    expect(tokenHash).toEqual(createHash('sha256').update(token).digest())
    expect(tokenHash).toEqual(hashSessionToken(token))
  }
})

test.each([
  '',
  'lw1_',
  `lw2_${'a'.repeat(43)}`,
  `lw1_${'a'.repeat(42)}`,
  `lw1_${'a'.repeat(44)}`,
  `lw1_${'a'.repeat(42)}=`,
  ` lw1_${'a'.repeat(43)}`,
])('"%s" is not one', (text) => {
  expect(isSessionToken(text)).toBe(false)
})

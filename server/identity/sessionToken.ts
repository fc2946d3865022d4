import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
/** Makes tokens recognizable to secret scanners and in logs. */
const PREFIX = 'lw1_'
const TOKEN_PATTERN = /^lw1_[\w-]{43}$/

/** A new opaque session token (256 random bits), and the hash under which it is stored. */
export function makeSessionToken(): { token: string; tokenHash: Buffer } {
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashSessionToken(token) }
}

export const isSessionToken = (text: string): boolean => TOKEN_PATTERN.test(text)

/** A fast hash suffices, because 256 random bits cannot be guessed. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

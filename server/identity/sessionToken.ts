import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
/** Lets a secret scanner and a log reader know one of ours when they see it. */
const PREFIX = 'lw1_'
const TOKEN_PATTERN = /^lw1_[\w-]{43}$/

/** A new opaque session token (256 random bits) and the hash under which it is kept. */
export function makeSessionToken(): { token: string; tokenHash: Buffer } {
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashSessionToken(token) }
}

export const isSessionToken = (text: string): boolean => TOKEN_PATTERN.test(text)

/** SHA-256 suffices: there is nothing to guess in 256 random bits. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

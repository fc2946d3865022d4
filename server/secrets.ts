import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Keeps what would let a stranger post into a user's channel unreadable in the database and its backups. */
export type SecretBox = {
  seal(text: string): Buffer
  /** @throws Error when it was sealed with another key or has been changed */
  open(sealed: Buffer): string
  /** 32 bytes that only the holder of the key can make of this text (HMAC-SHA-256). */
  sign(text: string): Buffer
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** A box whose key lies in `file`, made there at the first start. Losing the file loses what was sealed. */
export function openSecretBox(file: string): SecretBox {
  const key = readOrMake(file, () => randomBytes(KEY_BYTES))
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of ${KEY_BYTES} bytes`)
  // Never the same key for two ciphers.
  const signingKey = createHmac('sha256', key).update('signing').digest()
  return {
    sign: (text) => createHmac('sha256', signingKey).update(text).digest(),
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}

/** The file's bytes; written from `make` when there is no such file. Two processes that start at once agree on one of them. */
export function readOrMake(file: string, make: () => Buffer): Buffer {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    const made = make()
    writeFileSync(file, made, { flag: 'wx', mode: 0o600 })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readFileSync(file)
  }
}

/** A short name of something secret, the same each time, from which it cannot be had back. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

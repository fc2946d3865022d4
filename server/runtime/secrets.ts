import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Encrypts webhook URLs and similar secrets, so that the database and its backups do not reveal them. */
export type SecretBox = {
  seal(text: string): Buffer
  /** @throws Error when it was sealed with another key or modified */
  open(sealed: Buffer): string
  /** HMAC-SHA-256, 32 bytes. */
  sign(text: string): Buffer
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** Opens a box with the key in `file`, which is created at the first start. Without the file, sealed values are lost. */
export function openSecretBox(file: string): SecretBox {
  const key = readOrMake(file, () => randomBytes(KEY_BYTES))
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key of ${KEY_BYTES} bytes`)
  // The same key must not be used for two algorithms.
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

/** Reads the file, or creates it with the result of `make`. Processes that start at the same time agree on one content. */
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

/** A short, stable identifier of a secret that does not reveal it. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../../runtime/secrets.ts'

/** What a token permits. Its holder has read, or returned, a mail to this address. */
export type MailPurpose = 'confirm' | 'unsubscribe' | 'bounce'

const ID_BYTES = 16
/**
 * 80 bits, because tokens can only be guessed online, within our rate limits. With the id 52 characters: an address's local part
 * has at most 64.
 */
const MAC_BYTES = 10
const FORM = new RegExp(`^[\\da-f]{${2 * (ID_BYTES + MAC_BYTES)}}$`)

/**
 * A token for links in mails to one address of a user, and for its return path. Lower case, because mail servers may change the
 * case.
 */
export function mailToken(secrets: SecretBox, purpose: MailPurpose, userId: string, address: string): string {
  return userId.replaceAll('-', '') + macOf(secrets, purpose, userId, address).toString('hex')
}

/** The user id in a token; undefined if it is malformed. Not authenticated: see {@link isMailToken}. */
export function userOfToken(token: string): string | undefined {
  if (!FORM.test(token)) return undefined
  return idOfHex(token)
}

/** The id in the first 32 hexadecimal digits of a token. */
export function idOfHex(token: string): string {
  const hex = token.slice(0, 2 * ID_BYTES)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Whether the token was issued here, for this purpose and address. */
export function isMailToken(secrets: SecretBox, purpose: MailPurpose, token: string, userId: string, address: string): boolean {
  const expected = Buffer.from(mailToken(secrets, purpose, userId, address))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const macOf = (secrets: SecretBox, purpose: MailPurpose, userId: string, address: string) =>
  secrets.sign(`mail ${purpose} ${userId} ${address.toLowerCase()}`).subarray(0, MAC_BYTES)

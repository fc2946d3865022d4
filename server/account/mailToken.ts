import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../secrets.ts'

/** What the holder of a token may do: they have read, or sent back, a mail to this address. */
export type MailPurpose = 'confirm' | 'unsubscribe' | 'bounce'

const ID_BYTES = 16
/** Guessing is done against this server alone, within its rate limits. With the id 52 characters: an address's local part holds 64. */
const MAC_BYTES = 10
const FORM = new RegExp(`^[\\da-f]{${2 * (ID_BYTES + MAC_BYTES)}}$`)

/** A token for links in mails to one address of one user, and for the way back: lower case, since mail servers change case. */
export function mailToken(secrets: SecretBox, purpose: MailPurpose, userId: string, address: string): string {
  return userId.replaceAll('-', '') + macOf(secrets, purpose, userId, address).toString('hex')
}

/** Whose token this says it is; nothing when it is none. Not yet believed: see {@link isMailToken}. */
export function userOfToken(token: string): string | undefined {
  if (!FORM.test(token)) return undefined
  return idOfHex(token)
}

/** The id whose 32 hexadecimal digits a token begins with. */
export function idOfHex(token: string): string {
  const hex = token.slice(0, 2 * ID_BYTES)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Whether the token was made here, for this purpose and this address. */
export function isMailToken(secrets: SecretBox, purpose: MailPurpose, token: string, userId: string, address: string): boolean {
  const expected = Buffer.from(mailToken(secrets, purpose, userId, address))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const macOf = (secrets: SecretBox, purpose: MailPurpose, userId: string, address: string) =>
  secrets.sign(`mail ${purpose} ${userId} ${address.toLowerCase()}`).subarray(0, MAC_BYTES)

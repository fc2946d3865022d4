/** Providers that ignore dots before the @, by domain, with the domain that all their names stand for. */
const DOTLESS_DOMAINS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/** Test messages and confirmation links that one mailbox gets in a day, however many users name it as theirs. */
export const MAX_UNASKED_MAILS = 5

/** Whether an address may get one more mail today that its owner never asked for; what may go is counted. */
export type MailQuota = (address: string) => Promise<boolean>

/**
 * The mailbox behind an address: lower case, without a `+tag` (RFC 5233), and without the dots that Gmail ignores. Two
 * addresses with the same result most likely reach the same person.
 */
export function foldAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, at).toLowerCase().split('+', 1)
  const dotless = DOTLESS_DOMAINS[domain]
  return dotless ? `${name.replaceAll('.', '')}@${dotless}` : `${name}@${domain}`
}

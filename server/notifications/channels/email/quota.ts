/** Mail providers that ignore dots before the @: domain to canonical domain. */
const DOTLESS_DOMAINS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/** Takes one permit for an unsolicited mail to this address. Resolves to false when none is left today. */
export type MailQuota = (address: string) => Promise<boolean>

/**
 * The mailbox behind an address: lower case, without a `+tag` (RFC 5233), and without the dots that Gmail ignores. Two addresses
 * with the same result most likely belong to one recipient.
 */
export function foldAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, at).toLowerCase().split('+', 1)
  const dotless = DOTLESS_DOMAINS[domain]
  return dotless ? `${name.replaceAll('.', '')}@${dotless}` : `${name}@${domain}`
}

import { classifyBounce } from './smtpReply.ts'

/** The return path that {@link bounceAddress} makes. It may be in the headers of the bounce or in the returned mail. */
const RETURN_PATH = /\+([\da-f]{52})@/i
/** Limit for the delivery-status part, which precedes the returned mail. The returned mail may be long. */
const MAX_STATUS_CHARS = 65_536
/** Longer field values are truncated. */
const MAX_FIELD_CHARS = 2000
const STATUS_PART = /^content-type:\s*message\/(?:global-)?delivery-status\b/im

/**
 * The envelope sender of a mail (variable envelope return path). Each recipient has its own, so that a bounce identifies the
 * recipient whatever else it says.
 * @param mailbox `bounces@example.org`
 */
export function bounceAddress(mailbox: string, token: string): string {
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${token}${mailbox.slice(at)}`
}

/**
 * Parses a bounce (RFC 3464, delivery status notification). `isDead`: it reports that the address does not exist; delays and
 * refused content do not.
 * @returns undefined when this is no bounce or carries no token
 */
export function readBounce(report: string): { token: string; isDead: boolean } | undefined {
  const token = RETURN_PATH.exec(report)?.[1]?.toLowerCase()
  const start = report.search(STATUS_PART)
  if (!token || start < 0) return undefined
  const status = fieldsOf(report.slice(start, start + MAX_STATUS_CHARS))
  if (status.get('action')?.toLowerCase() !== 'failed') return { token, isDead: false }
  const enhanced = /^\d\.\d{1,3}\.\d{1,3}/.exec(status.get('status') ?? '')?.[0] ?? ''
  const diagnostic = /^(?:[\w-]+;)?\s*(.*)$/s.exec(status.get('diagnostic-code') ?? '')?.[1] ?? ''
  return { token, isDead: classifyBounce(enhanced, diagnostic) === 'dead' }
}

/** The first field of each name, in lower case. Folded lines are unfolded (RFC 5322, 2.2.3). */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1, colon + 1 + MAX_FIELD_CHARS).trim())
  }
  return fields
}

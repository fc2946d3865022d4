import { judgeReport } from './senders/smtpReply.ts'

/** The return path that {@link bounceAddress} makes, anywhere in the report: in its headers or in the mail it sends back. */
const RETURN_PATH = /\+([\da-f]{52})@/i
/** How much of a report's fields for programs is read; they come before the mail that is sent back, which may be long. */
const MAX_STATUS_CHARS = 65_536
/** No field of use is longer. */
const MAX_FIELD_CHARS = 2000
const STATUS_PART = /^content-type:\s*message\/(?:global-)?delivery-status\b/im

/**
 * Where a mail server reports that a mail could not be delivered (variable envelope return path): each address has its
 * own, so that a report is known for what it is about, whatever else it says.
 * @param mailbox `bounces@example.org`
 */
export function bounceAddress(mailbox: string, token: string): string {
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${token}${mailbox.slice(at)}`
}

/**
 * Reads a report of a mail server (RFC 3464), as it came in: whose token it carries, and whether it says that the address
 * is dead. Nothing when it is no such report, or of a mail that carried no token. Reports of delays and of refused content
 * say nothing of the address.
 */
export function readBounce(report: string): { token: string; isDead: boolean } | undefined {
  const token = RETURN_PATH.exec(report)?.[1]?.toLowerCase()
  const start = report.search(STATUS_PART)
  if (!token || start < 0) return undefined
  const status = fieldsOf(report.slice(start, start + MAX_STATUS_CHARS))
  if (status.get('action')?.toLowerCase() !== 'failed') return { token, isDead: false }
  const enhanced = /^\d\.\d{1,3}\.\d{1,3}/.exec(status.get('status') ?? '')?.[0] ?? ''
  const diagnostic = /^(?:[\w-]+;)?\s*(.*)$/s.exec(status.get('diagnostic-code') ?? '')?.[1] ?? ''
  return { token, isDead: judgeReport(enhanced, diagnostic) === 'dead' }
}

/** The first field of each name, lower case; continued lines are put together (RFC 5322, 2.2.3). */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1, colon + 1 + MAX_FIELD_CHARS).trim())
  }
  return fields
}

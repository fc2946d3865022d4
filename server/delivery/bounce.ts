import { judgeEnhanced, judgeReply } from './senders/smtpReply.ts'

/** The return path that {@link bounceAddress} makes, anywhere in the report: in its headers or in the mail it sends back. */
const RETURN_PATH = /\+([\da-f]{52})@/i
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
  const status = unfold(report.slice(start))
  if (field(status, 'action')?.toLowerCase() !== 'failed') return { token, isDead: false }
  const enhanced = /^\d\.\d{1,3}\.\d{1,3}/.exec(field(status, 'status') ?? '')?.[0] ?? ''
  const diagnostic = /^smtp;\s*(\d{3}.*)$/is.exec(field(status, 'diagnostic-code') ?? '')?.[1]
  // "5.0.0" is what servers write that know no better; what the far server said then says more.
  const isVague = enhanced === '' || enhanced === '5.0.0'
  const judged =
    isVague && diagnostic
      ? judgeReply({ code: Number(diagnostic.slice(0, 3)), text: diagnostic, command: 'RCPT TO' })
      : judgeEnhanced(enhanced)
  return { token, isDead: judged === 'dead' }
}

const unfold = (text: string) => text.replace(/\r?\n[ \t]+/g, ' ')
const field = (text: string, name: string) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*\\r?$`, 'im').exec(text)?.[1]

import type { AttemptStatus } from '../../../contract/notifications.ts'

/** What a mail server refused: the command, by its name in SMTP. */
export type SmtpRefusal = { code: number; text: string; command: string | undefined }

/** The enhanced status code at the beginning of a reply (RFC 2034): `550 5.1.1 …`, `550-5.1.1 …`. */
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/
export const enhancedCode = (reply: string): string | undefined => ENHANCED.exec(reply)?.[1]

/** RFC 3463, 3.2 and 3.3, and RFC 7504: no such mailbox, host or address, moved away, takes no mail, switched off. */
const DEAD_ADDRESS = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/
/** Our own address (RFC 3463, 3.2), our login, and what is missing of SPF, DKIM and reverse names (RFC 7372). */
const OUR_FAULT = /^5\.(?:1\.[78]|7\.(?:8|9|2\d))$/
/** RFC 5321, section 4.2.3, and RFC 7504, of a recipient: not to be had, not local, not a name, takes no mail. */
const DEAD_RECIPIENT_CODES = [521, 550, 551, 553, 556]
const LOGIN_CODES = [530, 534, 535, 538]

/**
 * What a refusal says of the recipient. Only that an address is not there ends it: a full mailbox, a filter that took
 * offence and a policy against our server are about this mail.
 */
export function judgeReply({ code, text, command }: SmtpRefusal): AttemptStatus {
  if (code < 500) return 'retry'
  if (command === 'MAIL FROM' || LOGIN_CODES.includes(code)) return 'misconfigured'
  const enhanced = enhancedCode(text)
  if (enhanced) return judgeEnhanced(enhanced)
  return command === 'RCPT TO' && DEAD_RECIPIENT_CODES.includes(code) ? 'dead' : 'rejected'
}

/** The same by an enhanced status code alone, as reports of later bounces have it (RFC 3464). */
export function judgeEnhanced(enhanced: string): AttemptStatus {
  if (!enhanced.startsWith('5')) return 'retry'
  if (DEAD_ADDRESS.test(enhanced)) return 'dead'
  return OUR_FAULT.test(enhanced) ? 'misconfigured' : 'rejected'
}

import type { AttemptStatus } from '../../../contract/notifications.ts'

/** What a mail server refused: the command, by its name in SMTP. */
export type SmtpRefusal = { code: number; text: string; command: string | undefined }

/** The enhanced status code at the beginning of a reply (RFC 2034): `550 5.1.1 …`, `550-5.1.1 …`. */
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/
/** The same where the reply's code may be missing: `5.3.0 - …`. */
const DIAGNOSTIC_STATUS = /^(?:\d{3}[ -])?(\d\.\d{1,3}\.\d{1,3})\b/
export const enhancedCode = (reply: string): string | undefined => ENHANCED.exec(reply)?.[1]

/** RFC 3463, 3.2 and 3.3, RFC 7504 and Exchange Online: no such mailbox, host or address, moved away, takes no mail, switched off. */
const DEAD_ADDRESS = /^5\.(?:1\.(?:1|2|3|6|10|351)|2\.1)$/
/** "Other or undefined" (RFC 3463, 3): what servers write that know no better. */
const VAGUE = /^5\.\d\.0$/
/** Our own address (RFC 3463, 3.2), our login, and what is missing of SPF, DKIM and reverse names (RFC 7372). */
const OUR_FAULT = /^5\.(?:1\.[78]|7\.(?:8|9|2\d))$/
/** RFC 5321, section 4.2.3, and RFC 7504, of a recipient: not to be had, not local, not a name, takes no mail. */
const DEAD_RECIPIENT_CODES = [521, 550, 551, 553, 556]
const LOGIN_CODES = [530, 534, 535, 538]

/** What mail servers say of an address that is not there, lower case. */
const UNKNOWN_WORDS = [
  ...['user unknown', 'unknown user', 'unknown or invalid user', 'no such user', 'no such local user', 'user not found'],
  ...['user does not exist', "user doesn't exist", 'unknown recipient', 'recipient unknown', 'recipient not found'],
  ...['invalid recipient', 'no such recipient', 'recipient not exist', 'no such mailbox', 'mailbox not found'],
  ...['mailbox does not exist', 'no mailbox here', 'unknown mailbox', 'account does not exist', 'no such address'],
  ...['no such account', 'address unknown', 'user not exist', 'address does not exist', 'address not found', 'no such person'],
  ...['account is disabled', 'account has been disabled', 'mailbox disabled', 'account disabled', 'account has been deactivated'],
]
/** What they say of a mail or of our server, though their code says that the address is not there. */
const POLICY_WORDS = [
  ...['spam', 'blacklist', 'black list', 'block list', 'blocklist', 'blocked', 'reputation', 'policy', 'spf', 'dkim', 'dmarc'],
  ...['virus', 'content rejected', 'quota', 'mailbox full', 'rate limit', 'frequency', 'too many', 'unauthenticated'],
  ...['authentication', 'relay', 'access denied'],
]
const mentions = (text: string, words: readonly string[]) => words.some((word) => text.toLowerCase().includes(word))

/**
 * What a refusal says of the recipient. Only that an address is not there ends it: a full mailbox, a filter that took
 * offence and a policy against our server are about this mail.
 */
export function judgeReply({ code, text, command }: SmtpRefusal): AttemptStatus {
  if (code < 500) return 'retry'
  if (command === 'MAIL FROM' || LOGIN_CODES.includes(code)) return 'misconfigured'
  const enhanced = enhancedCode(text)
  if (enhanced && !VAGUE.test(enhanced)) return judgeEnhanced(enhanced, text)
  if (mentions(text, UNKNOWN_WORDS)) return 'dead'
  const isOfRecipient = command === 'RCPT TO' && DEAD_RECIPIENT_CODES.includes(code) && !enhanced
  return isOfRecipient && !mentions(text, POLICY_WORDS) ? 'dead' : 'rejected'
}

/**
 * The same of a report of a later bounce (RFC 3464), which does not name the command. What the far server said decides where
 * the report's own status is vague or says something else.
 * @param status enhanced status code, empty when there is none
 * @param diagnostic the far server's reply, or what stands in its place
 */
export function judgeReport(status: string, diagnostic: string): AttemptStatus {
  const said = DIAGNOSTIC_STATUS.exec(diagnostic)?.[1]
  const enhanced = [said, status].find((code) => code && !VAGUE.test(code))
  if (enhanced) return judgeEnhanced(enhanced, diagnostic)
  return mentions(diagnostic, UNKNOWN_WORDS) && !mentions(diagnostic, POLICY_WORDS) ? 'dead' : 'rejected'
}

function judgeEnhanced(enhanced: string, text: string): AttemptStatus {
  if (!enhanced.startsWith('5')) return 'retry'
  if (DEAD_ADDRESS.test(enhanced)) return mentions(text, POLICY_WORDS) && !mentions(text, UNKNOWN_WORDS) ? 'rejected' : 'dead'
  return OUR_FAULT.test(enhanced) ? 'misconfigured' : 'rejected'
}

import type { AttemptStatus } from '../../../../contract/notifications.ts'

/** A refusal by a mail server. `command`: the SMTP command that was refused. */
export type SmtpRefusal = { code: number; text: string; command: string | undefined }

/** The enhanced status code at the beginning of a reply (RFC 2034): `550 5.1.1 …`, `550-5.1.1 …`. */
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/
/** The same, where the reply code may be missing: `5.3.0 - …`. */
const DIAGNOSTIC_STATUS = /^(?:\d{3}[ -])?(\d\.\d{1,3}\.\d{1,3})\b/
export const enhancedCode = (reply: string): string | undefined => ENHANCED.exec(reply)?.[1]

/** RFC 3463 (3.2, 3.3), RFC 7504 and Exchange Online: no such mailbox, host or address; moved; accepts no mail; disabled. */
const DEAD_ADDRESS = /^5\.(?:1\.(?:1|2|3|6|10|351)|2\.1)$/
/** "Other or undefined" (RFC 3463, 3). */
const VAGUE = /^5\.\d\.0$/
/** Our sender address (RFC 3463, 3.2), our login, or missing SPF, DKIM and reverse DNS (RFC 7372). */
const OUR_FAULT = /^5\.(?:1\.[78]|7\.(?:8|9|2\d))$/
/** Reply codes to RCPT TO (RFC 5321, section 4.2.3, RFC 7504): unavailable, not local, invalid name, accepts no mail. */
const DEAD_RECIPIENT_CODES = [521, 550, 551, 553, 556]
const LOGIN_CODES = [530, 534, 535, 538]

/** How mail servers say that an address does not exist, in lower case. */
const UNKNOWN_WORDS = [
  ...['user unknown', 'unknown user', 'unknown or invalid user', 'no such user', 'no such local user', 'user not found'],
  ...['user does not exist', "user doesn't exist", 'unknown recipient', 'recipient unknown', 'recipient not found'],
  ...['invalid recipient', 'no such recipient', 'recipient not exist', 'no such mailbox', 'mailbox not found'],
  ...['mailbox does not exist', 'no mailbox here', 'unknown mailbox', 'account does not exist', 'no such address'],
  ...['no such account', 'address unknown', 'user not exist', 'address does not exist', 'address not found', 'no such person'],
  ...['account is disabled', 'account has been disabled', 'mailbox disabled', 'account disabled', 'account has been deactivated'],
]
/** How mail servers refuse a mail or our server, even under a code that means an unknown address. */
const POLICY_WORDS = [
  ...['spam', 'blacklist', 'black list', 'block list', 'blocklist', 'blocked', 'reputation', 'policy', 'spf', 'dkim', 'dmarc'],
  ...['virus', 'content rejected', 'quota', 'mailbox full', 'rate limit', 'frequency', 'too many', 'unauthenticated'],
  ...['authentication', 'relay', 'access denied'],
]
const mentions = (text: string, words: readonly string[]) => words.some((word) => text.toLowerCase().includes(word))

/**
 * What a refusal says about the recipient. Only an address that does not exist is dead: a full mailbox, a content filter or a
 * policy against our server concerns this mail only.
 */
export function classifyReply({ code, text, command }: SmtpRefusal): AttemptStatus {
  if (code < 500) return 'retry'
  if (command === 'MAIL FROM' || LOGIN_CODES.includes(code)) return 'misconfigured'
  const enhanced = enhancedCode(text)
  if (enhanced && !VAGUE.test(enhanced)) return classifyEnhanced(enhanced, text)
  if (mentions(text, UNKNOWN_WORDS)) return 'dead'
  const isOfRecipient = command === 'RCPT TO' && DEAD_RECIPIENT_CODES.includes(code) && !enhanced
  return isOfRecipient && !mentions(text, POLICY_WORDS) ? 'dead' : 'rejected'
}

/**
 * The same for a later bounce (RFC 3464), which does not name the command. The remote server's reply decides where the bounce's
 * own status is vague or differs.
 * @param status enhanced status code, empty when there is none
 * @param diagnostic the remote server's reply, or the text in its place
 */
export function classifyBounce(status: string, diagnostic: string): AttemptStatus {
  const said = DIAGNOSTIC_STATUS.exec(diagnostic)?.[1]
  const enhanced = [said, status].find((code) => code && !VAGUE.test(code))
  if (enhanced) return classifyEnhanced(enhanced, diagnostic)
  return mentions(diagnostic, UNKNOWN_WORDS) && !mentions(diagnostic, POLICY_WORDS) ? 'dead' : 'rejected'
}

function classifyEnhanced(enhanced: string, text: string): AttemptStatus {
  if (!enhanced.startsWith('5')) return 'retry'
  if (DEAD_ADDRESS.test(enhanced)) return mentions(text, POLICY_WORDS) && !mentions(text, UNKNOWN_WORDS) ? 'rejected' : 'dead'
  return OUR_FAULT.test(enhanced) ? 'misconfigured' : 'rejected'
}

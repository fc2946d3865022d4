import { describe, expect, test } from 'vitest'
import { bounceAddress, readBounce } from '../../../server/notifications/channels/email/bounce.ts'

const TOKEN = '0193'.repeat(13)

/** A report as mail servers write them (RFC 3464): words for people, fields for programs, the mail that it is about. */
function report(fields: string, { to = bounceAddress('bounces@lotwatch.example', TOKEN), lineEnd = '\r\n' } = {}): string {
  return [
    'From: MAILER-DAEMON@mx.example',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Action: of a hero. Status: 5.1.1 in the hall of fame.',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ada@example.org',
    ...fields.split('\n'),
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'Subject: New match: Status: 5.1.1',
    '',
    '--b--',
  ].join(lineEnd)
}

test('each address has its own return path, within the 64 characters of a local part', () => {
  const address = bounceAddress('bouncemails@lotwatch.example', TOKEN)
  expect(address).toBe(`bouncemails+${TOKEN}@lotwatch.example`)
  expect(address.indexOf('@')).toBeLessThanOrEqual(64)
})

describe('a bounce', () => {
  test.each([
    ['no such mailbox', 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user', true],
    ['a domain without mail', 'Action: failed\nStatus: 5.1.2', true],
    ['a mailbox that is switched off', 'action: Failed\nstatus: 5.2.1 (disabled)', true],
    [
      'nothing better, though the far server said it',
      'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.1.1\n <ada@example.org>: unknown',
      true,
    ],
    [
      'nothing better, though the far server said it in old words',
      'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 unknown user',
      true,
    ],
    ['a full mailbox', 'Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 over quota', false],
    ['a policy', 'Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.7.1 blocked', false],
    ['another policy than its status says', 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: SMTP; 550 5.7.1 blacklisted', false],
    ['a full mailbox under another status', 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 552 5.2.2 Over quota', false],
    [
      'a block list under another status',
      'Action: failed\nStatus: 5.1.3\nDiagnostic-Code: smtp; 553 listed by a blocklist',
      false,
    ],
    ['a vague status and our missing SPF', 'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 Bad SPF records', false],
    ['a vague status and a virus', 'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 Virus Detected', false],
    ['a vague status and no reason', 'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 Rejected', false],
    ['a vague status in both places', 'Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.0.0 User unknown', true],
    ['a vague status of mailboxes', 'Action: failed\nStatus: 5.2.0\nDiagnostic-Code: SMTP; 550 Unknown user ada', true],
    ['Exchange Online’s own code', 'Action: failed\nStatus: 5.1.351\nDiagnostic-Code: smtp;550 5.1.351 unknown recipient', true],
    ['SES, without a reply code', "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 5.3.0 - 550-'Unknown user ada'", true],
    ['SES, a full mailbox', "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 5.1.0 - Unknown user? 'Mailbox Full'", false],
    ['a time-out', 'Action: failed\nStatus: 4.4.7', false],
    ['a delay', 'Action: delayed\nStatus: 4.4.1', false],
    ['a delay of what will fail', 'Action: delayed\nStatus: 5.1.1', false],
    ['that it was delivered', 'Action: delivered\nStatus: 2.0.0', false],
    ['nothing', 'X-Nothing: here', false],
  ])('of %s', (_, fields, isDead) => {
    expect(readBounce(report(fields))).toEqual({ token: TOKEN, isDead })
    expect(readBounce(report(fields, { lineEnd: '\n' }))).toEqual({ token: TOKEN, isDead })
  })

  test('is recognized when a mail server changed the case of the address', () => {
    const to = bounceAddress('bounces@lotwatch.example', TOKEN.replaceAll('a', 'A')).toUpperCase()
    expect(readBounce(report('Action: failed\nStatus: 5.1.1', { to }))?.token).toBe(TOKEN)
  })

  test.each([
    ['without a token', report('Action: failed\nStatus: 5.1.1', { to: 'bounces@lotwatch.example' })],
    ['that is an answer of a person', `To: ${bounceAddress('b@l.example', TOKEN)}\r\n\r\nStatus: 5.1.1. Action: failed\r\n`],
    ['that is empty', ''],
    ['of noise', '\0'.repeat(1000)],
  ])('%s is none', (_, text) => {
    expect(readBounce(text)).toBeUndefined()
  })
})

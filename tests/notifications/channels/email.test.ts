import { describe, expect, onTestFinished, test } from 'vitest'
import { mailOf } from '../../../server/notifications/channels/email/message.ts'
import { createEmailSender } from '../../../server/notifications/channels/email/sender.ts'
import { smtpRefusal, startBrokenMailServer, startMailServer } from '../../support/mailServer.ts'
import { eventually } from '../../support/server.ts'
import { aMessage, anAlert, DELIVERY_ID } from '../support.ts'

const TARGET = { channel: 'email', address: 'ada@example.org', unsubscribeToken: 'stop', bounceToken: 'back' } as const

function senderTo(smtpUrl: string | undefined, parts: { bounces?: string; deadlineMs?: number } = {}) {
  const own = { from: 'Lotwatch <alerts@lotwatch.example>', bounces: undefined, publicUrl: 'https://lotwatch.example' }
  const sender = createEmailSender({ ...own, smtpUrl, ...parts })
  onTestFinished(() => sender.close())
  return (message = aMessage()) => sender.send(TARGET, message)
}

/** Headers by name, folded lines joined. */
function headersOf(raw: string): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]))
}

/** RFC 2047 words as a mail program shows them. */
const decodeWords = (text: string) =>
  text.replace(/\?=\s+=\?/g, '?==?').replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
    encoding.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64').toString()
      : decodeURIComponent(
          word
            .replaceAll('%', '%25')
            .replace(/=([\dA-F]{2})/g, '%$1')
            .replaceAll('_', ' '),
        ),
  )

describe('a mail', () => {
  test('has the same id at every attempt, an unsubscribe header, and is marked as automatic', async () => {
    const server = await startMailServer()
    const send = senderTo(server.url)
    for (let attempt = 0; attempt < 2; attempt++) expect((await send()).status).toBe('accepted')
    for (const { from, to, raw } of server.mails) {
      expect([from, to]).toEqual(['alerts@lotwatch.example', ['ada@example.org']])
      const headers = headersOf(raw)
      expect(headers.get('message-id')).toBe(`<${DELIVERY_ID}@lotwatch.example>`)
      expect(headers.get('list-unsubscribe')).toBe('<https://lotwatch.example/api/mail/unsubscribe?token=stop>')
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(headers.get('auto-submitted')).toBe('auto-generated')
      expect(headers.get('content-type')).toContain('multipart/alternative')
    }
  })

  test('carries any title completely and without header injection', async () => {
    const server = await startMailServer()
    const title = 'Kamera für Anfänger – ライカ M6 €\r\nBcc: victim@example.org\r\n\r\n<b>'
    await senderTo(server.url)(aMessage([anAlert({ auction: { title } })]))
    const [mail] = server.mails
    const headers = headersOf(mail?.raw ?? '')
    expect(decodeWords(headers.get('subject') ?? '')).toBe(
      'New match: Kamera für Anfänger – ライカ M6 € Bcc: victim@example.org <b> · €125.50',
    )
    expect(headers.has('bcc')).toBe(false)
    expect(mail?.to).toEqual(['ada@example.org'])
  })
})

test('has a return path that identifies its recipient', async () => {
  const server = await startMailServer()
  await senderTo(server.url, { bounces: 'bounces@lotwatch.example' })()
  const [mail] = server.mails
  expect([mail?.from, mail?.to]).toEqual(['bounces+back@lotwatch.example', ['ada@example.org']])
  expect(headersOf(mail?.raw ?? '').get('from')).toBe('Lotwatch <alerts@lotwatch.example>')
})

test.each(['😀'.repeat(10_000), 'word '.repeat(3000), 'x'.repeat(20_000), '\uD83D\u0000\u202E\r\n.\r\nQUIT', ''])(
  'a digest of the longest and the worst texts is taken: %#',
  async (title) => {
    const server = await startMailServer()
    const alerts = Array(50).fill(anAlert({ auction: { title }, filterNames: [title, title] }))
    expect((await senderTo(server.url)(aMessage(alerts))).status).toBe('accepted')
    expect(server.mails[0]?.to).toEqual(['ada@example.org'])
    // Gmail shows the first 102 kB of a mail's HTML.
    expect(mailOf(aMessage(alerts), '').html.length).toBeLessThan(102_000)
  },
)

describe('the answer of a mail server', () => {
  test.each([
    [550, 'no such user here', 'dead', ''],
    [550, '5.1.1 no such user', 'dead', ' 5.1.1'],
    [550, '5.1.10 takes no mail', 'dead', ' 5.1.10'],
    [550, '5.2.1 switched off', 'dead', ' 5.2.1'],
    [551, 'not local', 'dead', ''],
    [553, 'not a mailbox', 'dead', ''],
    [556, 'null MX', 'dead', ''],
    // About this mail or about us: the address is still there.
    [552, 'mailbox full', 'rejected', ''],
    [550, '5.2.2 mailbox full', 'rejected', ' 5.2.2'],
    [550, '5.7.1 refused by policy', 'rejected', ' 5.7.1'],
    [554, 'no', 'rejected', ''],
    [550, '5.7.26 neither SPF nor DKIM passed', 'misconfigured', ' 5.7.26'],
    [550, '5.1.8 bad sender', 'misconfigured', ' 5.1.8'],
    [451, '4.7.1 greylisted', 'retry', ' 4.7.1'],
    [452, 'too many', 'retry', ''],
    [421, 'shutting down', 'retry', ''],
  ])('%d %s, to the recipient: %s', async (code, text, status, enhanced) => {
    const server = await startMailServer()
    server.refuse.push(smtpRefusal(code, text))
    const send = senderTo(server.url)
    expect(await send()).toEqual({ status, detail: `reply ${code}${enhanced}` })
    expect((await send()).status).toBe('accepted')
  })

  test.each([
    [554, 'no', 'rejected'],
    [550, 'looks like spam', 'rejected'],
    [550, '5.1.1 no such user', 'dead'],
    [452, 'no room', 'retry'],
  ])('%d %s, to the message: %s', async (code, text, status) => {
    const server = await startMailServer()
    server.refuseMessage.push(smtpRefusal(code, text))
    expect((await senderTo(server.url)()).status).toBe(status)
  })

  test.each([
    [553, 'misconfigured'],
    [421, 'retry'],
  ])('%d to our own address blames no recipient: %s', async (code, status) => {
    const server = await startMailServer()
    server.refuseSender.push(smtpRefusal(code, 'no'))
    expect(await senderTo(server.url)()).toEqual({ status, detail: `reply ${code}` })
  })

  test.each(['silent', 'endless'] as const)(
    '%s: it is tried again after a deadline, and others do not wait for it',
    async (fault) => {
      const broken = await startBrokenMailServer(fault)
      const send = senderTo(broken.url, { deadlineMs: 150 })
      expect(await Promise.all([send(), send()])).toEqual(Array(2).fill({ status: 'retry', detail: 'timeout' }))
    },
  )

  test('cut off after the mail was accepted: retried with the same id', async () => {
    const broken = await startBrokenMailServer('cutAfterData')
    expect((await senderTo(broken.url)()).status).toBe('retry')
    expect(broken.taken).toBe(1)
  })

  test('too late: the connection is closed, so that the mail cannot be accepted afterwards', async () => {
    const broken = await startBrokenMailServer('neverReady')
    expect(await senderTo(broken.url, { deadlineMs: 150 })()).toEqual({ status: 'retry', detail: 'timeout' })
    await eventually(async () => broken.closed === 1, 'the end of the connection', 5000)
  })

  test('an invalid address is rejected locally and does not blame the mail server', async () => {
    const server = await startMailServer()
    const sender = createEmailSender({
      ...{ smtpUrl: server.url, from: 'alerts@lotwatch.example', bounces: undefined, publicUrl: 'https://lotwatch.example' },
    })
    onTestFinished(() => sender.close())
    expect(await sender.send({ ...TARGET, address: '' }, aMessage())).toMatchObject({ status: 'rejected', isLocal: true })
  })

  test('a refused login is misconfigured', async () => {
    const server = await startMailServer({ password: 'right' })
    expect((await senderTo(server.url)()).status).toBe('accepted')
    expect(await senderTo(server.url.replace('right', 'wrong'))()).toEqual({ status: 'misconfigured', detail: 'reply 535' })
  })

  test('none: retried', async () => {
    const server = await startMailServer()
    await server.close()
    expect((await senderTo(server.url)()).status).toBe('retry')
  })

  test('without a mail server every mail is rejected with the reason', async () => {
    expect(await senderTo(undefined)()).toEqual({ status: 'rejected', detail: 'no mail server is set (SMTP_URL)', isLocal: true })
  })
})

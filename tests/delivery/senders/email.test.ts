import { describe, expect, onTestFinished, test } from 'vitest'
import { createEmailSender } from '../../../server/delivery/senders/email.ts'
import { smtpRefusal, startMailServer } from '../../support/providers.ts'
import { aMessage, anAlert, DELIVERY_ID } from '../support.ts'

function senderTo(smtpUrl: string | undefined) {
  const sender = createEmailSender({ smtpUrl, from: 'Lotwatch <alerts@lotwatch.example>', publicUrl: 'https://lotwatch.example' })
  onTestFinished(() => sender.close())
  return (message = aMessage()) => sender.send({ channel: 'email', address: 'ada@example.org' }, message)
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
  test('has the same id at every try, says how to stop it, and that a machine wrote it', async () => {
    const server = await startMailServer()
    const send = senderTo(server.url)
    for (let attempt = 0; attempt < 2; attempt++) expect((await send()).status).toBe('accepted')
    for (const { from, to, raw } of server.mails) {
      expect([from, to]).toEqual(['alerts@lotwatch.example', ['ada@example.org']])
      const headers = headersOf(raw)
      expect(headers.get('message-id')).toBe(`<${DELIVERY_ID}@lotwatch.example>`)
      expect(headers.get('list-unsubscribe')).toBe('<https://lotwatch.example/account>')
      expect(headers.get('auto-submitted')).toBe('auto-generated')
      expect(headers.get('content-type')).toContain('multipart/alternative')
    }
  })

  test('carries any title whole, and no header that a title would smuggle in', async () => {
    const server = await startMailServer()
    const title = 'Kamera für Anfänger – ライカ M6 €\r\nBcc: victim@example.org\r\n\r\n<b>'
    await senderTo(server.url)(aMessage([anAlert({ auction: { title } })]))
    const [mail] = server.mails
    const headers = headersOf(mail?.raw ?? '')
    expect(decodeWords(headers.get('subject') ?? '')).toBe(
      'New match: Kamera für Anfänger – ライカ M6 € Bcc: victim@example.org <b>',
    )
    expect(headers.has('bcc')).toBe(false)
    expect(mail?.to).toEqual(['ada@example.org'])
  })
})

describe('the answer of a mail server', () => {
  test.each([
    [550, 'dead'],
    [451, 'retry'],
  ])('%d to the recipient: %s', async (code, status) => {
    const server = await startMailServer()
    server.refuse.push(smtpRefusal(code, 'no'))
    const send = senderTo(server.url)
    expect(await send()).toEqual({ status, detail: `reply ${code}` })
    expect((await send()).status).toBe('accepted')
  })

  test.each([
    [554, 'rejected'],
    [452, 'retry'],
  ])('%d to the message: %s', async (code, status) => {
    const server = await startMailServer()
    server.refuseMessage.push(smtpRefusal(code, 'no'))
    expect(await senderTo(server.url)()).toEqual({ status, detail: `reply ${code}` })
  })

  test.each([
    [553, 'misconfigured'],
    [421, 'retry'],
  ])('%d to our own address blames no recipient: %s', async (code, status) => {
    const server = await startMailServer()
    server.refuseSender.push(smtpRefusal(code, 'no'))
    expect(await senderTo(server.url)()).toEqual({ status, detail: `reply ${code}` })
  })

  test('a login that is refused is our own fault', async () => {
    const server = await startMailServer({ password: 'right' })
    expect((await senderTo(server.url)()).status).toBe('accepted')
    expect(await senderTo(server.url.replace('right', 'wrong'))()).toEqual({ status: 'misconfigured', detail: 'reply 535' })
  })

  test('none: it is tried again', async () => {
    const server = await startMailServer()
    await server.close()
    expect((await senderTo(server.url)()).status).toBe('retry')
  })

  test('without a mail server every mail is refused with a word that says why', async () => {
    expect(await senderTo(undefined)()).toEqual({ status: 'rejected', detail: 'no mail server is set (SMTP_URL)' })
  })
})

import nodemailer, { type SendMailOptions } from 'nodemailer'
import { bounceAddress } from '../bounce.ts'
import { mailOf } from '../messages/email.ts'
import { UNSUBSCRIBE_PATH } from '../messages/links.ts'
import type { Sender, SendResult } from '../sender.ts'
import { enhancedCode, judgeReply } from './smtpReply.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Of silence. */
const SOCKET_TIMEOUT_MS = 20_000
/** For the whole dialogue: a server that says a little now and then must not keep a mail for ever. */
const DEADLINE_MS = 40_000
const MAX_CONNECTIONS = 3

export type EmailParts = {
  smtpUrl: string | undefined
  from: string
  /** The mailbox for reports of mails that could not be delivered; without one they go to `from`. */
  bounces: string | undefined
  publicUrl: string
  deadlineMs?: number
}

/** Sends through the operator's mail server; without one every mail is refused with a word that says so. */
export function createEmailSender(parts: EmailParts): Sender<'email'> & { close(): void } {
  const { smtpUrl, from, bounces, publicUrl, deadlineMs = DEADLINE_MS } = parts
  if (!smtpUrl) {
    return {
      send: async () => ({ status: 'rejected', detail: 'no mail server is set (SMTP_URL)', isLocal: true }),
      close() {},
    }
  }
  const transport = openTransport(smtpUrl)
  const host = new URL(publicUrl).hostname

  return {
    async send(target, message) {
      const unsubscribeUrl = `${publicUrl}${UNSUBSCRIBE_PATH}?token=${target.unsubscribeToken}`
      const { subject, text, html } = mailOf(message, unsubscribeUrl)
      const id = message.alerts[0]?.deliveryId
      const deadline = AbortSignal.timeout(deadlineMs)
      const mail: Mail = {
        from,
        to: { name: '', address: target.address },
        ...(bounces ? { envelope: { from: bounceAddress(bounces, target.bounceToken), to: target.address } } : {}),
        ...{ subject, text, html },
        // The same for every try: a mail server or client that has had it knows it again.
        ...(id ? { messageId: `<${id}@${host}>` } : {}),
        headers: {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          // One click in the mail program is enough (RFC 8058).
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
        },
        signal: deadline,
      }
      try {
        await transport.sendMail(mail)
        return { status: 'accepted', detail: 'taken by the mail server' }
      } catch (error) {
        return deadline.aborted ? { status: 'retry', detail: 'timeout' } : classify(error as SmtpError)
      }
    },
    close: () => transport.close(),
  }
}

/** The signal closes the connection: a mail that we count as failed must not be taken afterwards. Not in the types yet. */
type Mail = SendMailOptions & { signal: AbortSignal }

const openTransport = (url: string) =>
  nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // A listing's text must never make the mailer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** As nodemailer throws it; `command` is the SMTP command that was refused, `response` the whole reply. */
type SmtpError = { code?: string; responseCode?: number; response?: string; command?: string }

function classify({ code, responseCode, response = '', command }: SmtpError): SendResult {
  // Refused by nodemailer itself, before anything was sent.
  if (code === 'EENVELOPE' && command === 'API') return { status: 'rejected', detail: 'not an address', isLocal: true }
  if (responseCode === undefined) return { status: code === 'EAUTH' ? 'misconfigured' : 'retry', detail: code ?? 'no answer' }
  const status = judgeReply({ code: responseCode, text: response, command })
  return { status, detail: ['reply', responseCode, enhancedCode(response)].filter(Boolean).join(' ') }
}

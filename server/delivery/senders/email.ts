import nodemailer from 'nodemailer'
import { mailOf } from '../messages/email.ts'
import type { Sender, SendResult } from '../sender.ts'

const CONNECT_TIMEOUT_MS = 5000
const EXCHANGE_TIMEOUT_MS = 20_000
const MAX_CONNECTIONS = 3

export type EmailParts = { smtpUrl: string | undefined; from: string; publicUrl: string }

/** Sends through the operator's mail server; without one every mail is refused with a word that says so. */
export function createEmailSender({ smtpUrl, from, publicUrl }: EmailParts): Sender<'email'> & { close(): void } {
  if (!smtpUrl) {
    return {
      send: async () => ({ status: 'rejected', detail: 'no mail server is set (SMTP_URL)' }),
      close() {},
    }
  }
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: EXCHANGE_TIMEOUT_MS,
    // A listing's text must never make the mailer read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = new URL(publicUrl).hostname

  return {
    async send(target, message) {
      const mail = mailOf(message)
      const id = message.alerts[0]?.deliveryId
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: target.address },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // The same for every try: a mail server or client that has had it knows it again.
          ...(id ? { messageId: `<${id}@${host}>` } : {}),
          headers: { 'List-Unsubscribe': `<${mail.settingsUrl}>`, 'Auto-Submitted': 'auto-generated' },
        })
        return { status: 'accepted', detail: 'taken by the mail server' }
      } catch (error) {
        return classify(error as SmtpError)
      }
    },
    close: () => transport.close(),
  }
}

/** As nodemailer throws it; `command` is the SMTP command that was refused. */
type SmtpError = { code?: string; responseCode?: number; command?: string }

/** SMTP reply codes (RFC 5321, section 4.2.1): 5yz will not change, 4yz may. */
function classify({ code, responseCode, command }: SmtpError): SendResult {
  const detail = responseCode ? `reply ${responseCode}` : (code ?? 'no answer')
  // A login or a sender's address that is refused is our fault: no recipient is to be given up for it.
  if (code === 'EAUTH' || (command === 'MAIL FROM' && (responseCode ?? 0) >= 500)) return { status: 'misconfigured', detail }
  if (responseCode === undefined || responseCode < 500) return { status: 'retry', detail }
  return code === 'EENVELOPE' ? { status: 'dead', detail } : { status: 'rejected', detail }
}

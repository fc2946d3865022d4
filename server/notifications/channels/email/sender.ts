import nodemailer, { type SendMailOptions } from 'nodemailer'
import { UNSUBSCRIBE_PATH } from '../../messages/links.ts'
import type { Message, SendResult } from '../channel.ts'
import type { EmailTarget } from './address.ts'
import { bounceAddress } from './bounce.ts'
import { mailOf } from './message.ts'
import { classifyReply, enhancedCode } from './smtpReply.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Without any data. */
const SOCKET_TIMEOUT_MS = 20_000
/** For the whole SMTP dialogue: a server that answers very slowly must not block the connection for ever. */
const DEADLINE_MS = 40_000
const MAX_CONNECTIONS = 3

export type EmailDependencies = {
  smtpUrl: string | undefined
  from: string
  /** The mailbox that receives bounces; without one they go to `from`. */
  bounces: string | undefined
  publicUrl: string
  deadlineMs?: number
}

/** Sends through the operator's mail server. Without one every mail is rejected with a detail that says so. */
export function createEmailSender(deps: EmailDependencies): {
  send(target: EmailTarget, message: Message): Promise<SendResult>
  close(): void
} {
  const { smtpUrl, from, bounces, publicUrl, deadlineMs = DEADLINE_MS } = deps
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
        // The same for every attempt, so that mail servers and clients can recognise a duplicate.
        ...(id ? { messageId: `<${id}@${host}>` } : {}),
        headers: {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          // RFC 8058: one-click unsubscribe.
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
        },
        signal: deadline,
      }
      try {
        await transport.sendMail(mail)
        return { status: 'accepted', detail: 'accepted by the mail server' }
      } catch (error) {
        return deadline.aborted ? { status: 'retry', detail: 'timeout' } : classify(error as SmtpError)
      }
    },
    close: () => transport.close(),
  }
}

/** The signal closes the connection, so that a mail counted as failed is not accepted afterwards. The types lack it. */
type Mail = SendMailOptions & { signal: AbortSignal }

const openTransport = (url: string) =>
  nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // The text of a listing must never make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** As nodemailer throws it: `command` is the SMTP command that was refused, `response` the whole reply. */
type SmtpError = { code?: string; responseCode?: number; response?: string; command?: string }

function classify({ code, responseCode, response = '', command }: SmtpError): SendResult {
  // Rejected by nodemailer itself, before anything was sent.
  if (code === 'EENVELOPE' && command === 'API') return { status: 'rejected', detail: 'not an address', isLocal: true }
  if (responseCode === undefined) return { status: code === 'EAUTH' ? 'misconfigured' : 'retry', detail: code ?? 'no answer' }
  const status = classifyReply({ code: responseCode, text: response, command })
  return { status, detail: ['reply', responseCode, enhancedCode(response)].filter(Boolean).join(' ') }
}

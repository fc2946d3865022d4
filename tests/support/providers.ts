import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer; at: number }
/** How a stand-in answers; `cut`: it takes the request and drops the connection. */
export type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'cut'

export type Provider = {
  /** `http://127.0.0.1:port`. */
  url: string
  received: Received[]
  /** Answers one request each, first to last; then `usual` again. */
  script: Reply[]
  usual: Reply
}

/** A provider's HTTP server on loopback, which answers as it is told and keeps what it got. */
export async function startProvider(usual: Reply): Promise<Provider> {
  const provider: Provider = { url: '', received: [], script: [], usual }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      provider.received.push({ method, path, headers, body: Buffer.concat(chunks), at: Date.now() })
      const reply = provider.script.shift() ?? provider.usual
      if (reply === 'cut') return request.socket.destroy()
      response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}

export type MailServer = { url: string; mails: { to: string[]; raw: string }[]; refuse: (Error & { responseCode: number })[] }

/** A mail server on loopback that keeps what it takes. */
export async function startMailServer(): Promise<MailServer> {
  const state: MailServer = { url: '', mails: [], refuse: [] }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_, __, done) {
      done(state.refuse.shift())
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        state.mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  state.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return state
}

/** A refusal as an SMTP server gives it. */
export const smtpRefusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Credentials of a Discord webhook, of the form that Discord's have. */
export const DISCORD_WEBHOOK = `https://discord.com/api/webhooks/123456789012345678/${'t'.repeat(68)}`

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer; at: number }
/**
 * How a stand-in answers; `cut`: it takes the request and drops the connection; `silence`: it takes the request and never
 * answers. `ending: 'never'`: the body stops in the middle; `'endless'`: it goes on for ever.
 */
export type Reply =
  | { status: number; headers?: Record<string, string>; body?: string; ending?: 'never' | 'endless' | 'cut' }
  | 'cut'
  | 'silence'

export type Provider = {
  /** `http://127.0.0.1:port`. */
  url: string
  received: Received[]
  /** Answers one request each, first to last; then `usual` again. */
  script: Reply[]
  usual: Answer
}
/** Always the same, or what the service makes of the request. */
type Answer = Reply | ((request: Received) => Reply | Promise<Reply>)

export const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A provider's HTTP server on loopback, which answers as it is told and keeps what it got. */
export async function startProvider(usual: Answer): Promise<Provider> {
  const provider: Provider = { url: '', received: [], script: [], usual }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const { method = '', url: path = '', headers } = request
      const received = { method, path, headers, body: Buffer.concat(chunks), at: Date.now() }
      provider.received.push(received)
      const answer = provider.script.shift() ?? provider.usual
      const reply = typeof answer === 'function' ? await answer(received) : answer
      if (reply === 'silence') return
      if (reply === 'cut') return request.socket.destroy()
      response.writeHead(reply.status, reply.headers)
      if (reply.ending === undefined) return response.end(reply.body)
      response.write(reply.body ?? '{')
      if (reply.ending === 'cut') setImmediate(() => request.socket.destroy())
      if (reply.ending === 'endless') pour(response)
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

const ENDLESS_CHUNK = 'x'.repeat(65_536)

/** Writes until the other side has had enough. */
function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(ENDLESS_CHUNK));
  }
  response.on('drain', more).on('error', () => {})
  more()
}

export type MailServer = {
  url: string
  mails: { from: string; to: string[]; raw: string }[]
  /** Refusals of recipients, one each, first to last; of senders; and of whole messages. */
  refuse: SmtpRefusal[]
  refuseSender: SmtpRefusal[]
  refuseMessage: SmtpRefusal[]
  close(): Promise<void>
}
type SmtpRefusal = Error & { responseCode: number }

/** A mail server on loopback that keeps what it takes; it wants a login when a password is set. */
export async function startMailServer({ password }: { password?: string } = {}): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth(given, _, done) {
      if (given.password === password) done(null, { user: given.username ?? '' })
      else done(smtpRefusal(535, 'no such login'))
    },
    onMailFrom(_, __, done) {
      done(state.refuseSender.shift())
    },
    onRcptTo(_, __, done) {
      done(state.refuse.shift())
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = state.refuseMessage.shift()
        if (refusal) return done(refusal)
        const { mailFrom, rcptTo } = session.envelope
        state.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  onTestFinished(close)
  const { port } = server.server.address() as AddressInfo
  const state: MailServer = {
    url: `smtp://${password === undefined ? '' : `lotwatch:${password}@`}127.0.0.1:${port}`,
    mails: [],
    refuse: [],
    refuseSender: [],
    refuseMessage: [],
    close,
  }
  return state
}

/** A refusal as an SMTP server gives it. */
export const smtpRefusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Credentials of a Discord webhook, of the form that Discord's have. */
export const DISCORD_WEBHOOK = `https://discord.com/api/webhooks/123456789012345678/${'t'.repeat(68)}`

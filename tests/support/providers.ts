import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer; at: number }
/**
 * How a stand-in answers. `cut`: it reads the request and drops the connection; `silence`: it reads the request and never
 * answers. `ending: 'never'`: the body stops in the middle; `'endless'`: it never ends.
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
/** A constant reply, or a function of the request. */
type Answer = Reply | ((request: Received) => Reply | Promise<Reply>)

export const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A provider's HTTP server on loopback with scripted answers, which stores the requests; closed when the test ends. */
export async function startProvider(usual: Answer): Promise<Provider> {
  const provider = await openProvider(usual)
  onTestFinished(() => provider.close())
  return provider
}

/** As {@link startProvider}, for programs that close it themselves. */
export async function openProvider(usual: Answer): Promise<Provider & { close(): void }> {
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
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(provider, {
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
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

/** Credentials of a Discord webhook, of the form that Discord's have. */
export const DISCORD_WEBHOOK = `https://discord.com/api/webhooks/123456789012345678/${'t'.repeat(68)}`
/** A token as BotFather gives it, and the number of a private chat with that bot. */
export const TELEGRAM_TOKEN = `987654321:${'A'.repeat(35)}`
export const TELEGRAM_CHAT = 5_000_000_001
/** Where a user's own program listens. */
export const OWN_WEBHOOK = 'https://hooks.example.org/lotwatch'
/** The address of a topic at the public ntfy server. */
export const NTFY_TOPIC = 'https://ntfy.sh/lots-x7Kd2p'

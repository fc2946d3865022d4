import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Release = {
  buildId: string
  /** Whether the new build's pages and worker are really there; a stale cache before a server names a build without having it. */
  hasArrived: boolean
}

/** Pages, which have no dot in their path, and the three files that name the build. */
const REWRITTEN = /^\/(?:[\w/-]*|shell\.html|sw\.js|build\.json)$/

/**
 * The product behind a front of its own, on which a new build can be released while pages are open: the files are the
 * same, but the build is called otherwise, and so the worker is another one.
 */
export async function deploy(product: string | undefined) {
  const upstream = new URL(product ?? '')
  let released: Release | undefined

  const rewrite = (path: string, text: string): string => {
    if (!released) return text
    const { buildId, hasArrived } = released
    if (path === '/build.json') return JSON.stringify({ buildId })
    if (!hasArrived) return text
    // The worker fetches a file anew when its revision in this list has changed.
    if (path === '/sw.js') return text.replace(/"revision":"\w+"(?=,"url":"shell\.html")/, `"revision":"${buildId}"`)
    return text.replace(/(name="build-id" content=")[^"]*/, `$1${buildId}`)
  }

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { pathname } = new URL(incoming.url ?? '/', upstream)
    const isRewritten = incoming.method === 'GET' && !pathname.startsWith('/api/') && REWRITTEN.test(pathname)
    const headers = { ...incoming.headers, host: upstream.host }
    if (isRewritten) {
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since'] as const) delete headers[name]
    }
    const passed = request(
      { host: upstream.hostname, port: upstream.port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        if (!isRewritten) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
          return
        }
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          const { 'content-length': _length, etag: _etag, ...others } = answer.headers
          outgoing.writeHead(answer.statusCode ?? 502, others)
          outgoing.end(rewrite(pathname, Buffer.concat(chunks).toString()))
        })
      },
    )
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  }

  const front = createServer(forward)
  await new Promise<void>((resolve) => front.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(front.address() as AddressInfo).port}`,
    release(buildId: string, { hasArrived = true } = {}): void {
      released = { buildId, hasArrived }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        front.closeAllConnections()
        front.close(() => resolve())
      }),
  }
}

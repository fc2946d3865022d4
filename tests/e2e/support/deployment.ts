import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Release = {
  buildId: string
  /** Whether the new build's pages and worker are served. A stale cache may announce a build that is not there yet. */
  hasArrived: boolean
}

/** Pages (paths without a dot) and the three files that contain the build id. */
const REWRITTEN = /^\/(?:[\w/-]*|shell\.html|sw\.js|build\.json)$/

/**
 * A proxy in front of the product that can release a new build while pages are open: the files are the same, but the build id
 * and therefore the worker differ.
 */
export async function deploy(product: string | undefined) {
  const upstream = new URL(product ?? '')
  let released: Release | undefined

  const rewrite = (path: string, text: string): string => {
    if (!released) return text
    const { buildId, hasArrived } = released
    if (path === '/build.json') return JSON.stringify({ buildId })
    if (!hasArrived) return text
    // The worker fetches a file again if its revision in this list has changed.
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

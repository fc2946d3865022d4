import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound, OutboundError, type OutboundRequest } from '../../server/outbound/fetch.ts'
import { parseRetryAfter } from '../../server/outbound/retryAfter.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function serve(listener: RequestListener): Promise<{ url: string; host: string; port: number; hits: IncomingMessage[] }> {
  const hits: IncomingMessage[] = []
  const server = createServer((request, response) => {
    hits.push(request)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port, hits }
}

function outboundWith(lookup?: LookupFunction) {
  const outbound = createOutbound({
    userAgent: 'Lotwatch-Test/1.0 (+https://example.org)',
    now: () => 0,
    ...(lookup ? { lookup } : {}),
  })
  cleanups.push(() => outbound.close())
  return outbound
}

const LIMITS = { deadlineMs: 5000, maxBytes: 1000 } satisfies OutboundRequest
const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error) => (error instanceof OutboundError ? error.kind : `not typed: ${error}`),
  )
const text = (body: Uint8Array) => new TextDecoder().decode(body)

describe('an exchange', () => {
  test("sends the user agent and validators, and returns the answer's validators", async () => {
    const site = await serve((_request, response) => response.writeHead(200, { etag: '"2"', 'last-modified': 'x' }).end('hello'))
    const response = await outboundWith().fetch(`${site.url}/feed#part`, {
      ...LIMITS,
      privateHosts: [site.host],
      validators: { etag: '"1"', lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' },
    })
    expect([response.status, text(response.body), response.validators]).toEqual([
      200,
      'hello',
      { etag: '"2"', lastModified: 'x' },
    ])
    expect(site.hits[0]?.url).toBe('/feed')
    expect(site.hits[0]?.headers).toMatchObject({
      'user-agent': 'Lotwatch-Test/1.0 (+https://example.org)',
      'if-none-match': '"1"',
      'if-modified-since': 'Fri, 20 Nov 2026 10:00:00 GMT',
    })
  })

  test('any status is an answer; Retry-After is parsed', async () => {
    const site = await serve((_request, response) => response.writeHead(429, { 'retry-after': '2.5' }).end())
    const response = await outboundWith().fetch(site.url, { ...LIMITS, privateHosts: [site.host] })
    expect([response.status, response.retryAfterMs]).toEqual([429, 2500])
  })

  test('has one deadline, which a body that drips does not extend', async () => {
    const site = await serve((_request, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    expect(await kindOf(outboundWith().fetch(site.url, { ...LIMITS, deadlineMs: 150, privateHosts: [site.host] }))).toBe(
      'timeout',
    )
  })

  test('stops reading at its limit, and closes the connection', async () => {
    let closed = () => {}
    const wasClosed = new Promise<void>((resolve) => {
      closed = resolve
    })
    const endless = (_request: IncomingMessage, response: ServerResponse) => {
      const pour = () => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', pour)
      }
      pour()
      response.on('close', closed)
    }
    const site = await serve(endless)
    const outbound = outboundWith()
    expect(await kindOf(outbound.fetch(site.url, { ...LIMITS, privateHosts: [site.host] }))).toBe('tooLarge')
    await wasClosed
    const cut = await outbound.fetch(site.url, { ...LIMITS, overCap: 'cut', privateHosts: [site.host] })
    expect(cut.body.byteLength).toBe(1000)
  })

  test('limits the decoded size', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const site = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(await kindOf(outboundWith().fetch(site.url, { ...LIMITS, maxBytes: 100_000, privateHosts: [site.host] }))).toBe(
      'tooLarge',
    )
  })

  test('distinguishes a refused connection, a truncated body and an abort by the caller', async () => {
    const outbound = outboundWith()
    const cut = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    expect(await kindOf(outbound.fetch(cut.url, { ...LIMITS, privateHosts: [cut.host] }))).toBe('unreachable')
    const gone = await serve(() => {})
    await cleanups.pop()?.()
    expect(await kindOf(outbound.fetch(gone.url, { ...LIMITS, privateHosts: [gone.host] }))).toBe('unreachable')
    const silent = await serve(() => {})
    const ending = outbound.fetch(silent.url, { ...LIMITS, privateHosts: [silent.host], signal: AbortSignal.abort() })
    expect(await kindOf(ending)).toBe('aborted')
  })
})

describe('private addresses', () => {
  test.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0', '[::ffff:127.0.0.1]', 'localhost'])(
    '%s is never reached',
    async (host) => {
      const canary = await serve((_request, response) => response.end('reached'))
      for (const port of [canary.port, 80, 443]) {
        expect(await kindOf(outboundWith().fetch(`http://${host}:${port}/`, { ...LIMITS, allowHttp: true }))).toBe('refused')
      }
      expect(canary.hits).toEqual([])
    },
  )

  test("a hostname is checked by its resolved address, in the connection's own look-up", async () => {
    const canary = await serve((_request, response) => response.end('reached'))
    const asked: string[] = []
    const rebinding: LookupFunction = (hostname, _options, callback) => {
      asked.push(hostname)
      callback(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::ffff:10.0.0.1', family: 6 },
      ])
    }
    expect(await kindOf(outboundWith(rebinding).fetch('http://feed.example:8080/', { ...LIMITS, allowHttp: true }))).toBe(
      'refused',
    )
    expect(asked).toEqual(['feed.example'])
    expect(canary.hits).toEqual([])
  })

  test('a redirect to one is refused, and so is every further hop', async () => {
    const canary = await serve((_request, response) => response.end('reached'))
    const site = await serve((_request, response) => response.writeHead(302, { location: canary.url }).end())
    expect(await kindOf(outboundWith().fetch(site.url, { ...LIMITS, maxRedirects: 5, privateHosts: [site.host] }))).toBe(
      'refused',
    )
    expect(canary.hits).toEqual([])
  })
})

describe('redirects', () => {
  test('are returned by default, and followed up to the limit', async () => {
    const site = await serve((request, response) => response.writeHead(302, { location: `${request.url}x` }).end())
    const outbound = outboundWith()
    expect((await outbound.fetch(`${site.url}/`, { ...LIMITS, privateHosts: [site.host] })).status).toBe(302)
    expect(await kindOf(outbound.fetch(`${site.url}/`, { ...LIMITS, maxRedirects: 3, privateHosts: [site.host] }))).toBe(
      'redirects',
    )
    expect(site.hits.length).toBe(1 + 4)
  })

  test('to another origin carry no credentials', async () => {
    const other = await serve((_request, response) => response.end('data'))
    const site = await serve((_request, response) => response.writeHead(303, { location: `${other.url}/signed?s=1` }).end())
    const response = await outboundWith().fetch(site.url, {
      ...LIMITS,
      maxRedirects: 1,
      privateHosts: [site.host, other.host],
      headers: { 'X-API-KEY': 'secret', Authorization: 'Bearer secret', Accept: 'application/json' },
    })
    expect([response.url, text(response.body)]).toEqual([`${other.url}/signed?s=1`, 'data'])
    expect(site.hits[0]?.headers['x-api-key']).toBe('secret')
    expect(other.hits[0]?.headers).not.toHaveProperty('x-api-key')
    expect(other.hits[0]?.headers).not.toHaveProperty('authorization')
    expect(other.hits[0]?.headers.accept).toBe('application/json')
  })

  test('of a POST are never followed', async () => {
    const site = await serve((_request, response) => response.writeHead(307, { location: '/elsewhere' }).end())
    const response = await outboundWith().fetch(site.url, {
      ...LIMITS,
      method: 'POST',
      body: 'x',
      maxRedirects: 3,
      privateHosts: [site.host],
    })
    expect([response.status, site.hits.length]).toEqual([307, 1])
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  test.each([
    ['120', 120_000],
    ['0', 0],
    ['1.337', 1337],
    ['Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['99999999', 86_400_000],
    ['-5', undefined],
    ['2026', 2_026_000],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s', (value, expected) => expect(parseRetryAfter(value, now)).toBe(expected))
})

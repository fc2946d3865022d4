import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { LotBook } from './book.ts'
import { HandBidLog } from './handBids.ts'
import { type Limit, Limiter } from './limiter.ts'
import { gonePage, indexPage, lotPage, STYLE } from './pages.ts'
import { pictureNamed } from './pictures/picture.ts'
import { bidHistory, lotJson, lotPath } from './present.ts'
import type { Language } from './words.ts'

export const DEFAULT_SEED = 'lotwatch'
/** Lots per API page. */
export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 100
/** How long further pages may request the list as of the first page. */
const SNAPSHOT_MS = 60_000
const INDEX_LOTS = 60
/** Twice the connector's own limit, and enough for all pages at once. */
const API_LIMIT: Limit = { burst: 60, perSecond: 8 }
const BID_LIMIT: Limit = { burst: 10, perSecond: 1 }

export type DemoHouseOptions = {
  readonly seed?: string
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  readonly host?: string
  /** 0: any free port. */
  readonly port?: number
  /** Stores manual bids; absent: in memory only. */
  readonly dataDir?: string
  readonly limit?: Limit
}

export type DemoHouse = {
  /** `http://127.0.0.1:4601`, without a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

const Page = z.object({
  sort: z._default(z.literal('newest'), 'newest'),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE)), DEFAULT_PAGE_SIZE),
  asOf: z.optional(z.iso.datetime()),
})

/**
 * Starts the simulated auction house.
 * @throws when the port is in use or the bids' file cannot be read
 */
export async function startDemoHouse(options: DemoHouseOptions = {}): Promise<DemoHouse> {
  const app = demoHouseApp(options)
  const url = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  return { url, close: () => app.close() }
}

function demoHouseApp(options: DemoHouseOptions): FastifyInstance {
  const clock = options.clock ?? Date.now
  const handBids = new HandBidLog(options.dataDir === undefined ? undefined : join(options.dataDir, 'demo-bids.jsonl'))
  const book = new LotBook(options.seed ?? DEFAULT_SEED, handBids)
  const apiLimiter = new Limiter(options.limit ?? API_LIMIT)
  const bidLimiter = new Limiter(BID_LIMIT)
  const app = fastify({ forceCloseConnections: true })
  // The form has no fields, so its body is dropped.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, undefined),
  )
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
    if (reply.hasHeader('content-security-policy')) return
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  })

  const within = (limiter: Limiter) => async (request: FastifyRequest, reply: FastifyReply) => {
    const waitMs = limiter.take(request.ip, clock())
    if (waitMs === 0) return
    return reply
      .code(429)
      .header('retry-after', Math.ceil(waitMs / 1000))
      .send({ error: 'too many requests' })
  }

  app.get('/api/lots', { onRequest: within(apiLimiter) }, async (request, reply) => {
    const asked = Page.safeParse(request.query)
    if (!asked.success) return reply.code(400).send({ error: 'unknown sort, or page, limit or asOf out of range' })
    const { page, limit } = asked.data
    const now = clock()
    const at = asked.data.asOf === undefined ? now : Date.parse(asked.data.asOf)
    if (at > now || at < now - SNAPSHOT_MS) return reply.code(400).send({ error: 'asOf is out of reach' })
    const running = book.running(at)
    const lots = running.slice((page - 1) * limit, page * limit).map(lotJson)
    const pages = Math.ceil(running.length / limit)
    // The tag excludes the current time, so that it changes only with the lots.
    const etag = `W/"${createHash('sha256')
      .update(JSON.stringify([lots, pages]))
      .digest('base64url')
      .slice(0, 22)}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return { demo: true, asOf: new Date(at).toISOString(), page, limit, pages, total: running.length, lots }
  })

  app.get<{ Params: { number: string } }>('/api/lots/:number', { onRequest: within(apiLimiter) }, async (request, reply) => {
    const standing = book.find(lotNumber(request), clock())
    if (standing === undefined) return reply.code(404).send({ error: 'no such lot, or no longer' })
    return { ...lotJson(standing), history: bidHistory(standing) }
  })

  app.get('/', async (request, reply) =>
    sendPage(reply, indexPage(book.running(clock()).slice(0, INDEX_LOTS), languageOf(request))),
  )

  app.get<{ Params: { number: string } }>('/lots/:number', async (request, reply) => {
    const language = languageOf(request)
    const standing = book.find(lotNumber(request), clock())
    return standing === undefined ? sendPage(reply.code(404), gonePage(language)) : sendPage(reply, lotPage(standing, language))
  })

  app.post<{ Params: { number: string } }>('/lots/:number/bid', { onRequest: within(bidLimiter) }, async (request, reply) => {
    // Browsers send the form's origin. Another site must not bid on behalf of a visitor.
    if (request.headers['sec-fetch-site'] === 'cross-site')
      return reply.code(403).send({ error: 'bids come from the lot’s own page' })
    const number = lotNumber(request)
    const now = clock()
    const standing = book.find(number, now)
    const open = standing?.outcome.status === 'running' && standing.lot.sale.kind === 'auction'
    if (open) handBids.add(number, now)
    return reply.redirect(`${lotPath(Number.isSafeInteger(number) ? number : 0)}?lang=${languageOf(request)}`, 303)
  })

  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const picture = pictureNamed(request.params.name.replace(/\.svg$/, ''))
    if (picture === undefined) return reply.code(404).send({ error: 'no such picture' })
    return reply
      .header('cache-control', 'public, max-age=604800, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/svg+xml')
      .send(picture)
  })

  app.get('/style.css', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css').send(STYLE),
  )
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow:\n'))
  return app
}

function lotNumber(request: FastifyRequest<{ Params: { number: string } }>): number {
  return /^\d{1,12}$/.test(request.params.number) ? Number(request.params.number) : Number.NaN
}

/** `?lang=`, or else the browser's first language. */
function languageOf(request: FastifyRequest): Language {
  const asked = z.object({ lang: z.enum(['de', 'en']) }).safeParse(request.query)
  if (asked.success) return asked.data.lang
  return /^\s*de\b/i.test(request.headers['accept-language'] ?? '') ? 'de' : 'en'
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}

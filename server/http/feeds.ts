import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FeedKind } from '../../contract/feedLink.ts'
import { SECOND_MS } from '../../contract/time.ts'
import { FEEDS_PATH, readFeedFile } from '../accounts/feedLinks.ts'
import { renderFeed } from '../notifications/feeds/render.ts'
import { findFeedLink, noteRead } from '../store/feedLinks.ts'
import type { HttpDependencies } from './dependencies.ts'

const MAX_AGE_SECONDS = 60
const HASH_LENGTH = 22

const MEDIA_TYPES: Record<FeedKind, string> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
}

/** Feeds and calendars at their secret URLs. Revoked and unknown tokens both answer 404. */
export function serveFeeds(app: FastifyInstance, deps: HttpDependencies): void {
  const { db, secrets, clock, settings } = deps
  app.get(
    `${FEEDS_PATH}:file`,
    { schema: { hide: true }, config: { addressLimit: deps.limits.feeds } },
    async (request, reply) => {
      reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      const { file } = request.params as { file: string }
      const named = readFeedFile(secrets, file)
      const link = named && (await findFeedLink(db, named.id))
      const body =
        link && link.kind === named.kind ? await renderFeed(deps, link, `${settings.publicUrl}${FEEDS_PATH}${file}`) : undefined
      if (!link || body === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')

      const hash = createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH)
      const changedAt = await noteRead(db, link, hash, clock.now())
      // Weak, because the same body is sent with different compressions.
      const etag = `W/"${hash}"`
      reply.headers({
        etag,
        'last-modified': changedAt.toUTCString(),
        'cache-control': `private, max-age=${MAX_AGE_SECONDS}`,
      })
      if (isUnchanged(request, etag, changedAt)) return reply.code(304).send()
      return send(reply, link.kind, body)
    },
  )
}

const send = (reply: FastifyReply, kind: FeedKind, body: string) => reply.type(MEDIA_TYPES[kind]).send(body)

/** RFC 9110, 13.2.2: `If-None-Match` takes precedence over `If-Modified-Since`. */
function isUnchanged({ headers }: FastifyRequest, etag: string, changedAt: Date): boolean {
  const wanted = headers['if-none-match']
  if (wanted !== undefined) return wanted.split(',').some((one) => one.trim() === '*' || weak(one) === weak(etag))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(changedAt.getTime() / SECOND_MS) * SECOND_MS <= since
}

const weak = (tag: string) => tag.trim().replace(/^W\//, '')

import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LiveEvent } from '../../contract/live.ts'
import { SECOND_MS } from '../../contract/time.ts'
import { describeDevices } from '../accounts/devices.ts'
import type { Db } from '../database/pool.ts'
import { listMarketplaces } from '../polling/marketplaces.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { loadAuctions } from '../store/auctions.ts'
import { loadDevices } from '../store/devices.ts'
import { findDelivery } from '../store/ledger.ts'
import { endOfUserEvents, isUserEventKept, type LogPosition, readUserEvents, type UserEvent } from '../store/logs.ts'
import { loadMatches } from '../store/matches.ts'
import { authenticate } from './authenticate.ts'
import type { HttpDependencies } from './dependencies.ts'
import { MAX_STREAMS } from './limits.ts'
import { ApiProblem } from './problems.ts'

const POLL_MS = 250
const BATCH = 1000
/** Proxies and mobile networks drop connections that are idle for a minute. */
const HEARTBEAT_MS = 20_000
const HEALTH_INTERVAL_MS = 10_000
/** A client that stops reading is disconnected before its buffer fills our memory. It resumes where it was. */
const MAX_BUFFERED_BYTES = 1_000_000
const RETRY_HINT_MS = 2000
/** `Retry-After` for a user with the maximum number of open streams. */
const FULL_RETRY_MS = 60 * SECOND_MS

type Stream = {
  userId: string
  sessionId: string
  response: ServerResponse
  position: LogPosition
  /** The health last sent, by marketplace id: state and last error. */
  health: Map<string, string>
}

/**
 * Serves `GET /api/events`, a stream (WHATWG server-sent events) of the user's changes. One reader follows the log of user
 * events for all streams of this process. Each event's id is its position in the log, so that a client resumes there with
 * `Last-Event-ID`.
 */
export function serveEvents(app: FastifyInstance, deps: HttpDependencies): void {
  const { db } = deps
  const streams = new Set<Stream>()
  /** Opened, but not yet caught up with the reader. */
  const joining = new Set<Stream>()
  /** Streams per user, including those being opened. */
  const places = new Map<string, number>()
  let reader: Loop | undefined
  let healthReader: Loop | undefined
  let position: LogPosition | undefined

  const config = { addressLimit: 'signedIn' } as const
  app.get('/api/events', { schema: { hide: true }, config }, async (request, reply) => {
    const authenticated = await authenticate(deps, request)
    await deps.limits.admitUser('events', authenticated)
    const { user, session } = authenticated
    // If the client has disconnected meanwhile, `close` has fired already, and the slot would never be released.
    if (reply.raw.destroyed) return reply.hijack()
    takePlace(user.id, reply.raw)
    const start = await startOf(db, request.headers['last-event-id'])
    if (reply.raw.destroyed) return reply.hijack()
    // A stream opened while the server stops would delay the stop.
    if (!deps.isAccepting()) throw new ApiProblem('unavailable', { retryAfterSeconds: RETRY_HINT_MS / 1000 })
    reply.hijack()
    const response = reply.raw
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) response.setHeader(name, value)
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    // With the position, so that a stream that ends before its first event can be resumed.
    response.write(`retry: ${RETRY_HINT_MS}\nid: ${idOf(start.position)}\n\n`)
    if (start.isLost) write(response, { type: 'reset', data: {} }, undefined)
    const stream: Stream = {
      ...{ userId: user.id, sessionId: session.id, response, position: start.position },
      health: new Map(),
    }
    const heartbeat = setInterval(() => {
      response.write(': still here\n\n')
      endWithSession(deps, request, response)
    }, HEARTBEAT_MS)
    healthReader ??= startLoop('marketplaceHealth', deps.log, sendHealth)
    healthReader.wake()
    response.on('error', () => {})
    response.on('close', () => {
      clearInterval(heartbeat)
      joining.delete(stream)
      streams.delete(stream)
    })
    joining.add(stream)
    reader ??= startLoop('userEvents', deps.log, follow)
    reader.wake()
  })

  /** @throws ApiProblem `stream_limit_reached` */
  function takePlace(userId: string, response: ServerResponse): void {
    const taken = places.get(userId) ?? 0
    if (taken >= MAX_STREAMS) throw new ApiProblem('stream_limit_reached', { retryAfterSeconds: FULL_RETRY_MS / SECOND_MS })
    places.set(userId, taken + 1)
    response.once('close', () => {
      const left = (places.get(userId) ?? 1) - 1
      if (left > 0) places.set(userId, left)
      else places.delete(userId)
    })
  }

  async function follow(): Promise<number> {
    if (streams.size + joining.size === 0) {
      position = undefined
      return POLL_MS
    }
    position ??= await endOfUserEvents(db)
    for (const stream of joining) {
      await catchUp(stream, position)
      if (joining.delete(stream)) streams.add(stream)
    }
    const events = await readUserEvents(db, position, BATCH)
    await send(deps, events, streams)
    const last = events.at(-1)
    if (last) position = { xid: last.xid, id: last.id }
    return events.length === BATCH ? 0 : POLL_MS
  }

  /** Sends every stream the changed health of marketplaces. One query serves all streams. */
  async function sendHealth(): Promise<number> {
    if (streams.size + joining.size === 0) return HEALTH_INTERVAL_MS
    const marketplaces = await listMarketplaces(deps)
    for (const stream of [...streams, ...joining]) {
      for (const { id, health } of marketplaces) {
        const state = `${health.state} ${health.lastError ?? ''}`
        if (stream.health.get(id) === state) continue
        stream.health.set(id, state)
        write(stream.response, { type: 'health', data: { marketplace: id, health } }, undefined)
      }
    }
    return HEALTH_INTERVAL_MS
  }

  /** Sends a stream the events between its position and the reader's. */
  async function catchUp(stream: Stream, until: LogPosition) {
    for (;;) {
      const events = await readUserEvents(db, stream.position, BATCH, stream.userId)
      const missed = events.filter((event) => !isBehind(event, until))
      await send(deps, missed, [stream])
      if (missed.length < BATCH) return
    }
  }

  app.addHook('preClose', async () => {
    for (const { response } of [...streams, ...joining]) response.end()
    await reader?.stop()
    await healthReader?.stop()
  })
}

/** Closes the stream once its token is no longer accepted: expiry logs no event. */
function endWithSession(deps: HttpDependencies, request: FastifyRequest, response: ServerResponse): void {
  authenticate(deps, request).catch((error) => {
    if (error instanceof ApiProblem) response.end()
  })
}

async function startOf(db: Db, lastEventId: string | string[] | undefined): Promise<{ position: LogPosition; isLost: boolean }> {
  const [, xid, id] = /^(\d{1,18})-(\d{1,15})$/.exec(String(lastEventId ?? '')) ?? []
  if (xid !== undefined && id !== undefined) {
    const position = { xid, id: Number(id) }
    if (await isUserEventKept(db, position)) return { position, isLost: false }
  }
  return { position: await endOfUserEvents(db), isLost: lastEventId !== undefined }
}

/** Sends events to the streams of their users, unless a stream has had them already. */
async function send(
  { db, clock }: Pick<HttpDependencies, 'db' | 'clock'>,
  events: readonly UserEvent[],
  streams: Iterable<Stream>,
): Promise<void> {
  const listening = [...streams]
  const users = new Set(listening.map((stream) => stream.userId))
  const wanted = events.filter((event) => users.has(event.userId))
  if (wanted.length === 0) return
  const subjects = (kind: UserEvent['kind']) => [
    ...new Set(wanted.filter((event) => event.kind === kind).map((event) => event.subject)),
  ]
  const [matches, auctions, deviceRows] = await Promise.all([
    loadMatches(db, subjects('match')),
    loadAuctions(db, subjects('auction')),
    loadDevices(db, subjects('device')),
  ])
  const devices = new Map((await describeDevices(db, deviceRows, clock.now())).map((device) => [device.id, device]))
  // If the device has changed its user since, the former user does not get it.
  const ownerOf = new Map(deviceRows.map(({ id, userId }) => [id, userId]))
  for (const event of wanted) {
    if (event.kind === 'session') endStreamsOf(event.subject, listening)
    const device = ownerOf.get(event.subject) === event.userId ? devices.get(event.subject) : undefined
    const live =
      event.kind === 'device' ? device && { type: event.kind, data: device } : await liveEventOf(db, event, matches, auctions)
    for (const stream of listening) {
      if (stream.userId !== event.userId || !isBehind(event, stream.position)) continue
      stream.position = { xid: event.xid, id: event.id }
      if (live) write(stream.response, live, stream.position)
    }
  }
}

function endStreamsOf(sessionId: string, streams: readonly Stream[]): void {
  for (const stream of streams) if (stream.sessionId === sessionId) stream.response.end()
}

async function liveEventOf(
  db: Db,
  event: UserEvent,
  matches: Awaited<ReturnType<typeof loadMatches>>,
  auctions: Awaited<ReturnType<typeof loadAuctions>>,
): Promise<LiveEvent | undefined> {
  if (event.kind === 'match') {
    const data = matches.get(event.subject)
    return data && { type: 'match', data }
  }
  if (event.kind === 'auction') {
    const data = auctions.get(event.subject)
    return data && { type: 'auction', data }
  }
  if (event.kind !== 'delivery') return undefined
  const data = await findDelivery(db, event.subject)
  return data && { type: 'delivery', data }
}

/** Whether `a` is later in the log than `b`. */
function isBehind(a: LogPosition, b: LogPosition): boolean {
  const [x, y] = [BigInt(a.xid), BigInt(b.xid)]
  return x > y || (x === y && a.id > b.id)
}

const idOf = ({ xid, id }: LogPosition) => `${xid}-${id}`

function write(response: ServerResponse, { type, data }: LiveEvent, position: LogPosition | undefined): void {
  if (response.writableLength > MAX_BUFFERED_BYTES) {
    response.destroy()
    return
  }
  const id = position ? `id: ${idOf(position)}\n` : ''
  response.write(`event: ${type}\n${id}data: ${JSON.stringify(data)}\n\n`)
}

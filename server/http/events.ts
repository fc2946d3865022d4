import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Auction } from '../../contract/auction.ts'
import type { Device } from '../../contract/device.ts'
import type { LiveEvent } from '../../contract/live.ts'
import type { Marketplace } from '../../contract/marketplace.ts'
import type { Match } from '../../contract/match.ts'
import type { Delivery } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import { describeDevices } from '../notifications/channels/webPush/devices.ts'
import { listMarketplaces } from '../polling/marketplaces.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { loadAuctions } from '../store/auctions.ts'
import { loadDevices } from '../store/devices.ts'
import { loadDeliveries } from '../store/ledger.ts'
import { endOfUserEvents, isUserEventKept, type LogPosition, readUserEvents, type UserEvent } from '../store/logs.ts'
import { loadMatches } from '../store/matches.ts'
import { authenticate, listAccepted } from './authenticate.ts'
import type { HttpDependencies } from './dependencies.ts'
import { MAX_STREAMS } from './limits.ts'
import { ApiProblem } from './problems.ts'

/** How often the loops run that serve all streams of this process. */
const INTERVALS = {
  readMs: 250,
  /** Proxies and mobile networks drop connections that are idle for a minute. */
  heartbeatMs: 20_000,
  healthMs: 10_000,
}
const BATCH = 1000
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
 * Serves `GET /api/events`, a stream (WHATWG server-sent events) of the user's changes. Three loops serve all streams of this
 * process: one follows the log of user events, one the health of marketplaces, one keeps the streams open. Each event's id is its
 * position in the log, so that a client resumes there with `Last-Event-ID`.
 */
export function serveEvents(app: FastifyInstance, deps: HttpDependencies, intervals = INTERVALS): void {
  const { db } = deps
  const streams = new Set<Stream>()
  /** Opened, but not yet caught up with the reader. */
  const joining = new Set<Stream>()
  /** Streams per user, including those being opened. */
  const places = new Map<string, number>()
  const open = () => [...streams, ...joining]
  let loops: { reader: Loop; health: Loop; heartbeat: Loop } | undefined
  let position: LogPosition | undefined
  let marketplaces: readonly Marketplace[] | undefined

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
    response.on('error', () => {})
    response.on('close', () => {
      joining.delete(stream)
      streams.delete(stream)
    })
    if (marketplaces) sendHealth(stream, marketplaces)
    joining.add(stream)
    loops ??= {
      reader: startLoop('userEvents', deps.log, follow),
      health: startLoop('marketplaceHealth', deps.log, readHealth),
      heartbeat: startLoop('streamHeartbeat', deps.log, beat),
    }
    loops.reader.wake()
    if (!marketplaces) loops.health.wake()
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
      return intervals.readMs
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
    return events.length === BATCH ? 0 : intervals.readMs
  }

  /** Sends every stream the changed health of marketplaces. */
  async function readHealth(): Promise<number> {
    if (open().length === 0) {
      marketplaces = undefined
      return intervals.healthMs
    }
    marketplaces = await listMarketplaces(deps)
    for (const stream of open()) sendHealth(stream, marketplaces)
    return intervals.healthMs
  }

  /** Keeps connections open, and closes the streams of sessions that are no longer accepted: expiry logs no event. */
  async function beat(): Promise<number> {
    const checked = open()
    for (const { response } of checked) response.write(': still here\n\n')
    const sessionIds = new Set(checked.map(({ sessionId }) => sessionId))
    // An unreachable database ends no stream and does not delay the next heartbeat.
    const accepted = await listAccepted(deps, [...sessionIds]).catch(() => sessionIds)
    for (const { sessionId, response } of checked) if (!accepted.has(sessionId)) response.end()
    return intervals.heartbeatMs
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
    for (const { response } of open()) response.end()
    await Promise.all(Object.values(loops ?? {}).map((loop) => loop.stop()))
  })
}

/** Sends the health of marketplaces that differs from what the stream was sent last. */
function sendHealth(stream: Stream, marketplaces: readonly Marketplace[]): void {
  for (const { id, health } of marketplaces) {
    const state = `${health.state} ${health.lastError ?? ''}`
    if (stream.health.get(id) === state) continue
    stream.health.set(id, state)
    write(stream.response, { type: 'health', data: { marketplace: id, health } }, undefined)
  }
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
  const [matches, auctions, deliveries, deviceRows] = await Promise.all([
    loadMatches(db, subjects('match')),
    loadAuctions(db, subjects('auction')),
    loadDeliveries(db, subjects('delivery')),
    loadDevices(db, subjects('device')),
  ])
  const devices = new Map((await describeDevices(db, deviceRows, clock.now())).map((device) => [device.id, device]))
  // If the device has changed its user since, the former user does not get it.
  const ownerOf = new Map(deviceRows.map(({ id, userId }) => [id, userId]))
  for (const event of wanted) {
    if (event.kind === 'session') endStreamsOf(event.subject, listening)
    const device = ownerOf.get(event.subject) === event.userId ? devices.get(event.subject) : undefined
    const live = liveEventOf(event, { matches, auctions, deliveries, device })
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

type Subjects = {
  matches: ReadonlyMap<string, Match>
  auctions: ReadonlyMap<string, Auction>
  deliveries: ReadonlyMap<string, Delivery>
  device: Device | undefined
}

/** Undefined when the subject is deleted, or the event is not for the client. */
function liveEventOf({ kind, subject }: UserEvent, { matches, auctions, deliveries, device }: Subjects): LiveEvent | undefined {
  switch (kind) {
    case 'match': {
      const data = matches.get(subject)
      return data && { type: kind, data }
    }
    case 'auction': {
      const data = auctions.get(subject)
      return data && { type: kind, data }
    }
    case 'delivery': {
      const data = deliveries.get(subject)
      return data && { type: kind, data }
    }
    case 'device':
      return device && { type: kind, data: device }
    case 'session':
      return undefined
  }
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

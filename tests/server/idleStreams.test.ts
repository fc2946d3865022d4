import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openPool } from '../../server/database/pool.ts'
import type { HttpDependencies } from '../../server/http/dependencies.ts'
import { serveEvents } from '../../server/http/events.ts'
import { MAX_STREAMS } from '../../server/http/limits.ts'
import { makeSessionToken } from '../../server/identity/sessionToken.ts'
import { systemClock } from '../../server/runtime/clock.ts'
import { createDatabase } from '../support/database.ts'
import { openStream } from '../support/eventStream.ts'
import { eventually, TestUser } from '../support/server.ts'

const INTERVALS = { readMs: 500, heartbeatMs: 500, healthMs: 500 }
const WATCHED_MS = 2000
/** The reader of the log, the sessions, the health of marketplaces. */
const STATEMENTS_PER_INTERVAL = 3

afterEach(() => vi.restoreAllMocks())

/** The route of event streams alone, so that only its statements are counted. */
async function start() {
  const log = pino({ level: 'silent' })
  const pool = openPool(await createDatabase(), log)
  const app = Fastify()
  const deps = {
    ...{ db: pool.db, clock: systemClock, log, identityAccounts: undefined, isAccepting: () => true },
    registry: { all: [], get: () => undefined },
    limits: { admitUser: async () => {}, countFailure: async () => {} },
  } as Partial<Record<keyof HttpDependencies, unknown>> as HttpDependencies
  serveEvents(app, deps, INTERVALS)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await pool.end()
  })
  return { address, db: pool.db }
}

/** Signs in as many users as the streams need. */
async function openStreams({ address, db }: Awaited<ReturnType<typeof start>>, count: number) {
  const users = Array.from({ length: Math.ceil(count / MAX_STREAMS) }, () => ({ id: randomUUID(), ...makeSessionToken() }))
  for (const { id, tokenHash } of users) {
    await sql`insert into user_account (id, identity, is_anonymous) values (${id}, ${id}, true)`.execute(db)
    await sql`insert into session (id, user_id, token_hash, device, expires_at)
      values (${id}, ${id}, ${tokenHash}, '', now() + interval '1 day')`.execute(db)
  }
  const streams = await Promise.all(
    Array.from({ length: count }, (_, index) => openStream(new TestUser(address, users[index % users.length]?.token))),
  )
  return { streams, users }
}

test.each([1, 300])('%i idle streams cost three statements an interval', async (count) => {
  const server = await start()
  await openStreams(server, count)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await eventually(async () => {
    query.mockClear()
    await new Promise((resolve) => setTimeout(resolve, 2 * INTERVALS.readMs))
    return query.mock.calls.length <= STATEMENTS_PER_INTERVAL * 3
  }, 'the streams to have caught up')
  query.mockClear()
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS))
  const intervals = WATCHED_MS / INTERVALS.readMs
  expect(query.mock.calls.length).toBeLessThanOrEqual(STATEMENTS_PER_INTERVAL * (intervals + 1))
  expect(query.mock.calls.length).toBeGreaterThanOrEqual(STATEMENTS_PER_INTERVAL * (intervals / 2))
})

test('a heartbeat ends the streams of expired and unconfirmed sessions, and extends the others', async () => {
  const server = await start()
  const { streams, users } = await openStreams(server, 3 * MAX_STREAMS)
  const [expired, unconfirmed, kept] = users
  const ownedBy = (user: typeof kept) => streams.filter((_, index) => users[index % users.length] === user)
  await sql`update session set expires_at = now() where id = ${expired?.id}`.execute(server.db)
  await sql`update session set verified_at = now() - interval '2 days' where id = ${unconfirmed?.id}`.execute(server.db)
  await sql`update session set last_seen_at = now() - interval '2 hours' where id = ${kept?.id}`.execute(server.db)
  await eventually(
    async () => [...ownedBy(expired), ...ownedBy(unconfirmed)].every((stream) => stream.isOver()),
    'the ends of the streams',
  )
  expect(ownedBy(kept).some((stream) => stream.isOver())).toBe(false)
  const { rows } = await sql<{ isSeen: boolean; isExtended: boolean }>`
    select last_seen_at > now() - interval '1 minute' as is_seen, expires_at > now() + interval '29 days' as is_extended
    from session where id = ${kept?.id}`.execute(server.db)
  expect(rows).toEqual([{ isSeen: true, isExtended: true }])
})

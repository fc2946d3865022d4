import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Match } from '../../contract/match.ts'
import type { User } from '../../contract/user.ts'
import { type Db, openPool } from '../../server/database/pool.ts'
import { logUserEvents } from '../../server/store/logs.ts'
import { anAuction, NOW } from '../notifications/support.ts'
import { type EventStream, openStream } from '../support/eventStream.ts'
import { startMailServer } from '../support/mailServer.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

/** An API server, a user, and direct database access: the test writes in place of the matcher. */
async function start() {
  const server = await startTestServer()
  const pool = openPool(server.databaseUrl, pino({ level: 'silent' }))
  onTestFinished(() => pool.end())
  return { ...server, db: pool.db, user: await TestUser.signIn(server.address) }
}

const idOf = async (user: TestUser) => (await user.get<User>('/api/user/me')).id

async function saveAuction(db: Db, title = 'Leica'): Promise<string> {
  const id = randomUUID()
  const { id: _, firstSeenAt: __, lastSeenAt: ___, status: ____, ...listing } = anAuction({ title, externalId: id })
  await sql`insert into auction (id, marketplace, external_id, listing)
    values (${id}, 'lots', ${id}, ${JSON.stringify(listing)})`.execute(db)
  return id
}

async function saveMatch(db: Db, userId: string): Promise<string> {
  const id = randomUUID()
  await sql`insert into match (id, user_id, auction_id, matched_at, highlights, flags)
    values (${id}, ${userId}, ${await saveAuction(db)}, ${NOW}, '[]', '[]')`.execute(db)
  return id
}

/** Auctions with these titles, in as many transactions. */
async function tell(db: Db, userId: string, titles: readonly string[]): Promise<void> {
  for (const title of titles) await logUserEvents(db, [{ userId, kind: 'auction', subject: await saveAuction(db, title) }])
}

const titlesOf = (stream: EventStream) =>
  stream.heard.flatMap(({ event }) => (event.type === 'auction' ? [event.data.title] : []))
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, index) => `lot ${from + index}`)

test('streams matches, auctions, deliveries and the health of marketplaces live', async () => {
  const marketplace = new ScriptedMarketplace()
  const mail = await startMailServer()
  const { address } = await startTestServer(
    { ROLES: 'api,poll,match,deliver', SMTP_URL: mail.url },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(address, { provider: 'password', email: 'ada@example.org' })
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'x', keywords: 'leica' })
  const stream = await openStream(user)
  const [health] = await stream.hears(1, 'health')
  expect(health).toMatchObject({ id: undefined, event: { data: { marketplace: 'scripted', health: { state: 'ok' } } } })

  marketplace.put('a', { title: 'Leica a' })
  const [match] = await stream.hears(1, 'match')
  expect(match?.event.data).toMatchObject({
    auction: { title: 'Leica a' },
    filters: [{ name: 'x' }],
    events: [{ kind: 'newMatch' }],
  })
  await eventually(
    async () => stream.heard.some(({ event }) => event.type === 'delivery' && event.data.status === 'accepted'),
    'the accepted delivery',
  )
  marketplace.put('a', { bidCount: 5 })
  await eventually(async () => stream.heard.some(({ event }) => event.type === 'auction' && event.data.bidCount === 5), 'the bid')
  const [inbox] = (await user.get<{ items: Match[] }>('/api/matches')).items
  expect(match?.event.data).toMatchObject({ id: inbox?.id })
})

describe('a stream resumed after its last event', () => {
  test('gets missed events once and in order, and then live ones', async () => {
    const { db, user } = await start()
    const userId = await idOf(user)
    const first = await openStream(user)
    await tell(db, userId, numbered(0, 3))
    await first.hears(3, 'auction')
    const lastId = first.lastId()
    // Another stream moves the server's reader beyond the events that the first one is about to miss.
    const other = await openStream(user)
    first.close()
    await tell(db, userId, numbered(3, 4))
    await other.hears(4, 'auction')
    const second = await openStream(user, lastId)
    await second.hears(4, 'auction')
    await tell(db, userId, numbered(7, 2))
    await second.hears(6, 'auction')
    expect([...titlesOf(first), ...titlesOf(second)]).toEqual(numbered(0, 9))
  })

  test('misses nothing if it had received no event yet', async () => {
    const { db, user } = await start()
    const userId = await idOf(user)
    await tell(db, userId, ['before'])
    const first = await eventually(async () => {
      const stream = await openStream(user)
      await eventually(async () => stream.lastId(), 'its place')
      if (stream.lastId() !== '0-0') return stream
      stream.close()
      return undefined
    }, 'a stream behind the first event')
    first.close()
    await tell(db, userId, ['between'])
    const second = await openStream(user, first.lastId())
    await second.hears(1, 'auction')
    expect(titlesOf(second)).toEqual(['between'])
  })

  test.each(['1-1', 'nonsense', '99999999999999999999-1', ''])(
    'with the unknown id "%s" is told to read all anew',
    async (id) => {
      const { db, user } = await start()
      const stream = await openStream(user, id)
      expect((await stream.hears(1, 'reset'))[0]?.id).toBeUndefined()
      await tell(db, await idOf(user), ['after'])
      await stream.hears(1, 'auction')
      expect(titlesOf(stream)).toEqual(['after'])
    },
  )
})

test('streams that join, leave and resume during a burst miss and repeat nothing', async () => {
  const { db, user } = await start()
  const userId = await idOf(user)
  const EVENTS = 300
  const WRITERS = 4
  let isWriting = true
  const anchor = await openStream(user)
  await tell(db, userId, ['anchor'])
  await anchor.hears(1, 'auction')
  const startId = anchor.lastId()

  const writing = Promise.all(
    Array.from({ length: WRITERS }, (_, writer) => tell(db, userId, numbered(writer * (EVENTS / WRITERS), EVENTS / WRITERS))),
  ).then(() => {
    isWriting = false
  })
  /** Listens with many short streams, each behind the one before. */
  const comeAndGo = async () => {
    const titles: string[] = []
    let lastId = startId
    while (titles.length < EVENTS) {
      const stream = await openStream(user, lastId)
      await eventually(async () => titlesOf(stream).length > 0 || stream.isOver(), 'something')
      stream.close()
      await eventually(async () => stream.isOver(), 'the end')
      titles.push(...titlesOf(stream))
      lastId = stream.lastId()
    }
    return titles
  }
  const [a, b] = await Promise.all([comeAndGo(), comeAndGo(), writing])
  expect(isWriting).toBe(false)
  await anchor.hears(EVENTS + 1, 'auction')
  const whole = titlesOf(anchor).slice(1)
  expect([...whole].sort()).toEqual(numbered(0, EVENTS).sort())
  expect(a).toEqual(whole)
  expect(b).toEqual(whole)
})

test("another user's events never arrive", async () => {
  const { db, user, address } = await start()
  const other = await TestUser.signIn(address)
  const [own, others] = [await openStream(user), await openStream(other)]
  const [userId, otherId] = [await idOf(user), await idOf(other)]
  await tell(db, userId, ['mine'])
  await logUserEvents(db, [{ userId, kind: 'match', subject: await saveMatch(db, userId) }])
  await tell(db, otherId, ['theirs'])
  await own.hears(1, 'match')
  await others.hears(1, 'auction')
  expect([titlesOf(own), titlesOf(others)]).toEqual([['mine'], ['theirs']])
  expect(others.heard.filter(({ event }) => event.type === 'match')).toEqual([])
  const resumed = await openStream(other, own.heard[0]?.id)
  await resumed.hears(1, 'auction')
  expect(titlesOf(resumed)).toEqual(['theirs'])
})

test('without a session there is no stream', async () => {
  const { address } = await start()
  const answer = await new TestUser(address).call('GET', '/api/events')
  expect(answer.status).toBe(401)
})

test('a stream ends with its session, not only at the next heartbeat', async () => {
  const { user } = await start()
  const stream = await openStream(user)
  expect((await user.call('DELETE', '/api/auth/session')).status).toBe(204)
  await eventually(async () => stream.isOver(), 'the end of the stream', 15_000)
})

test('streams end when the server stops, and do not delay it', async () => {
  const { user, stop } = await start()
  const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(user)))
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeLessThan(5000)
  await eventually(async () => streams.every((stream) => stream.isOver()), 'the ends')
})

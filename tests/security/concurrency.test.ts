import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { SECOND_MS } from '../../contract/time.ts'
import { openPool } from '../../server/database/pool.ts'
import { openStream } from '../support/eventStream.ts'
import { startTestServer, TestUser } from '../support/server.ts'
import { attack } from './support/attack.ts'
import { makeOwnedThings } from './support/ownedThings.ts'

/* Slots, connections and locks that a request takes and must release, whatever its outcome. */

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const member = (address: string) => TestUser.signIn(address, { provider: 'password', email: `${randomUUID()}@example.org` })

function openDatabase(databaseUrl: string) {
  const { db, end } = openPool(databaseUrl, pino({ level: 'silent' }), 3)
  onTestFinished(end)
  return db
}

/** Sends a request and closes the connection after a delay. */
function askAndLeave(user: TestUser, target: string, afterMs: number, headers = ''): Promise<void> {
  const { hostname, port } = new URL(user.address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${target} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${user.token}\r\n${headers}\r\n`)
      setTimeout(() => {
        socket.destroy()
        resolve()
      }, afterMs)
    })
    socket.on('error', reject)
  })
}

attack('event stream slots leaked by clients that disconnect before the answer', async (record) => {
  const { address } = await startTestServer()
  const user = await TestUser.signIn(address)
  for (let index = 0; index < 60; index++) await askAndLeave(user, '/api/events', index % 12)
  await rest(SECOND_MS)
  for (let index = 0; index < 5; index++) {
    const stream = await openStream(user).catch((error: Error) => error)
    record(`stream ${index + 1}: ${stream instanceof Error ? stream.message : 'open'}`, stream instanceof Error)
  }
})

attack('exports blocked by one that failed or whose client disconnected', async (record) => {
  const { address, databaseUrl } = await startTestServer()
  const db = openDatabase(databaseUrl)
  const user = await TestUser.signIn(address)
  const exports = async () => (await user.call('GET', '/api/user/export')).status
  await sql`alter table subscription rename to subscription_away`.execute(db)
  expect(await exports(), 'while the database fails').toBe(500)
  await sql`alter table subscription_away rename to subscription`.execute(db)
  record(`after a failure: ${await exports()}`, (await exports()) !== 200)
  for (let index = 0; index < 6; index++) {
    const other = await TestUser.signIn(address)
    await askAndLeave(other, '/api/user/export', 2 * index, index % 2 ? 'accept-encoding: gzip\r\n' : '')
    await rest(SECOND_MS / 2)
    const { status } = await other.call('GET', '/api/user/export')
    record(`left after ${2 * index} ms: ${status}`, status !== 200)
  }
})

attack('connection pool deadlock: repeats that wait for a second connection', async (record) => {
  const { address, databaseUrl } = await startTestServer()
  const users = await Promise.all(Array.from({ length: 3 }, () => TestUser.signIn(address)))
  const resend = (user: TestUser) =>
    user.call('POST', `/api/notifications/deliveries/${randomUUID()}/resend`, undefined, { 'idempotency-key': randomUUID() })
  // Every connection of the main pool begins a transaction before the first of them continues.
  const resends = await openDatabase(databaseUrl)
    .transaction()
    .execute(async (tx) => {
      await sql`lock table idempotency_key in exclusive mode`.execute(tx)
      const sent = users.flatMap((user) => Array.from({ length: 20 }, () => resend(user)))
      await rest(2 * SECOND_MS)
      return { sent }
    })
  const started = performance.now()
  const answers = await Promise.all(resends.sent)
  const took = performance.now() - started
  record(`${answers.length} answers took ${Math.round(took)} ms`, took > 4 * SECOND_MS)
  for (const { status } of answers) record(`resend: ${status}`, status !== 404)
})

attack('limit of repeats of a delivery bypassed by the letter case of its id', async (record) => {
  const { address, databaseUrl } = await startTestServer()
  const user = await member(address)
  const { delivery } = await makeOwnedThings(databaseUrl, user)
  for (let index = 0; index < 12; index++) {
    const id = Array.from(delivery, (letter, at) => (at % 12 === index ? letter.toUpperCase() : letter)).join('')
    const { status } = await user.call('POST', `/api/notifications/deliveries/${id}/resend`)
    record(`${id}: ${status}`, index >= 3 && status !== 429)
  }
})

attack('concurrent writes of one user and the erasure of the account: deadlock, or answered with 500', async (record) => {
  const { address } = await startTestServer()
  const device = (index: number) => ({ kind: 'fcm', token: `token-${index}-x`, deviceKey: `device-${index}`, userAgent: '' })
  for (let round = 0; round < 12; round++) {
    const user = await member(address)
    const filterId = ((await user.call('POST', '/api/filters', { name: 'x', keywords: 'x' })).body as { id: string }).id
    const settings = await user.get<object>('/api/notifications/settings')
    const calls: [method: string, path: string, body?: unknown][] = [
      ['POST', '/api/filters', { name: 'y', keywords: 'y' }],
      ['POST', '/api/notifications/devices', device(round)],
      ['POST', '/api/payment/subscription', { plan: 'plus' }],
      ['PATCH', '/api/user/me', { name: 'Bo' }],
      ['POST', '/api/feeds', { kind: 'atom' }],
      ['POST', '/api/feeds', { kind: 'ics', filterId }],
      ['PUT', '/api/notifications/settings', settings],
      ['POST', '/api/filters/report', { filterId, reason: 'other' }],
      ['POST', '/api/filters/test', { name: 'y', keywords: 'y' }],
      round % 2 ? ['DELETE', '/api/user/me'] : ['DELETE', `/api/filters/${filterId}`],
    ]
    const started = performance.now()
    const answers = calls.map(async ([method, path, body], index) => {
      if (method === 'DELETE') await rest(round)
      const { status } = await user.call(method, path, body, index % 3 ? { 'idempotency-key': randomUUID() } : {})
      record(`${method} ${path}: ${status}`, status >= 500)
    })
    await Promise.all(answers)
    // PostgreSQL checks for deadlocks after one second.
    const took = performance.now() - started
    record(`round ${round} took ${Math.round(took)} ms`, took > 5 * SECOND_MS)
  }
})

attack('deeply nested bodies with an idempotency key: answered with 500', async (record) => {
  const { address, databaseUrl } = await startTestServer()
  const user = await member(address)
  const { delivery, filter } = await makeOwnedThings(databaseUrl, user)
  const arrays = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const objects = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
  for (const deep of [arrays, objects]) {
    const calls: [method: string, path: string, body: string][] = [
      ['POST', `/api/notifications/deliveries/${delivery}/shown`, deep],
      ['POST', `/api/notifications/deliveries/${delivery}/resend`, deep],
      ['POST', '/api/filters', deep],
      ['POST', '/api/filters', `{"name":"x","keywords":"x","other":${deep}}`],
      ['PATCH', '/api/user/me', `{"name":"x","other":${deep}}`],
      ['DELETE', `/api/filters/${filter}`, deep],
    ]
    for (const [method, path, body] of calls) {
      const { status } = await user.call(method, path, body, { 'idempotency-key': randomUUID() })
      record(`${method} ${path} ${deep.slice(0, 5)}: ${status}`, status >= 500)
    }
  }
})

import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { SECOND_MS } from '../../contract/time.ts'
import { openPool } from '../../server/database/pool.ts'
import { openStream } from '../support/eventStream.ts'
import { startTestServer, TestUser } from '../support/server.ts'
import { attack } from './support/attack.ts'
import { makeOwnedThings } from './support/ownedThings.ts'

/* Places, connections and locks that a request takes and has to give back, whatever becomes of it. */

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const member = (address: string) => TestUser.signIn(address, { provider: 'password', email: `${randomUUID()}@example.org` })

function openDatabase(databaseUrl: string) {
  const { db, end } = openPool(databaseUrl, pino({ level: 'silent' }), 3)
  onTestFinished(end)
  return db
}

attack('repeats that wait for a connection while they hold one', async (record) => {
  const { address, databaseUrl } = await startTestServer()
  const users = await Promise.all(Array.from({ length: 3 }, () => TestUser.signIn(address)))
  const resend = (user: TestUser) =>
    user.call('POST', `/api/notifications/deliveries/${randomUUID()}/resend`, undefined, { 'idempotency-key': randomUUID() })
  // Every connection of the main pool has begun a transaction before the first of them goes on.
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

attack('repeats of one delivery, its id in another case each time', async (record) => {
  const { address, databaseUrl } = await startTestServer()
  const user = await member(address)
  const { delivery } = await makeOwnedThings(databaseUrl, user)
  for (let index = 0; index < 12; index++) {
    const id = Array.from(delivery, (letter, at) => (at % 12 === index ? letter.toUpperCase() : letter)).join('')
    const { status } = await user.call('POST', `/api/notifications/deliveries/${id}/resend`)
    record(`${id}: ${status}`, index >= 3 && status !== 429)
  }
})

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Delivery } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import { startPresence } from '../../server/database/presence.ts'
import { StillRunning } from '../../server/jobs/queue.ts'
import { sendDelivery } from '../../server/jobs/tasks/sendDelivery.ts'
import { createDatabase } from '../support/database.ts'
import { startProvider } from '../support/providers.ts'
import { aBrowser } from '../support/pushService.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { startSending } from '../support/sending.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

const LOG = pino({ level: 'silent' })
const TAKEN = { status: 'accepted', detail: 'taken' } as const

test('a repeat waits while the process that claimed the delivery lives, and then takes over', async () => {
  const sending = await startSending()
  const presence = await startPresence(sending.url, LOG)
  onTestFinished(() => presence.stop())
  const job = { ...(await sending.plan()), id: randomUUID() }
  const answer = Promise.withResolvers<typeof TAKEN>()
  sending.results.push(() => answer.promise)
  const slow = sendDelivery({ ...sending.parts, process: presence.name }, { ...job, isRepeat: false })
  await eventually(async () => sending.sent.length === 1, 'the first try')

  await expect(sendDelivery(sending.parts, { ...job, isRepeat: true })).rejects.toThrow(StillRunning)
  expect(sending.sent).toHaveLength(1)
  // As after a kill: PostgreSQL releases the process's locks.
  await presence.stop()
  await sendDelivery(sending.parts, { ...job, isRepeat: true })
  expect(sending.sent).toHaveLength(2)
  answer.resolve(TAKEN)
  await slow
})

test('a repeat takes over from a live process after the send lease', async () => {
  const sending = await startSending()
  const presence = await startPresence(sending.url, LOG)
  onTestFinished(() => presence.stop())
  const job = { ...(await sending.plan()), id: randomUUID() }
  const answer = Promise.withResolvers<typeof TAKEN>()
  sending.results.push(() => answer.promise)
  const slow = sendDelivery({ ...sending.parts, process: presence.name }, { ...job, isRepeat: false })
  await eventually(async () => sending.sent.length === 1, 'the first try')
  await sending.db
    .updateTable('delivery')
    .set({ claimedAt: new Date(0) })
    .execute()
  await sendDelivery(sending.parts, { ...job, isRepeat: true })
  expect(sending.sent).toHaveLength(2)
  answer.resolve(TAKEN)
  await slow
})

test('a run that throws releases its claim, though its process lives', async () => {
  const sending = await startSending()
  const presence = await startPresence(sending.url, LOG)
  onTestFinished(() => presence.stop())
  const parts = { ...sending.parts, process: presence.name }
  const job = { ...(await sending.plan()), id: randomUUID() }
  sending.results.push(() => Promise.reject(new Error('a defect')))
  await expect(sendDelivery(parts, { ...job, isRepeat: false })).rejects.toThrow('a defect')
  await sendDelivery(parts, { ...job, isRepeat: true })
  expect((await sending.look(job)).status).toBe('accepted')
})

test('a presence with a lost connection comes back under another name', async () => {
  const url = await createDatabase()
  const presence = await startPresence(url, LOG)
  onTestFinished(() => presence.stop())
  const first = presence.name()
  await breakConnections(url)
  await eventually(async () => presence.name() !== first, 'another name')
})

test('a message accepted while the database was unreachable is recorded afterwards, and not sent again', async () => {
  const sending = await startSending()
  const job = await sending.plan()
  sending.results.push(async () => {
    await breakConnections(sending.url)
    return TAKEN
  })
  await sending.send(job)
  expect(await sending.look(job)).toMatchObject({ status: 'accepted', attempts: [{ status: 'accepted' }] })
  await sending.send(job)
  expect(sending.sent).toHaveLength(1)
})

test('with late heartbeats the queue gives the job to another process, which does not send it again', {
  timeout: 120 * SECOND_MS,
}, async () => {
  const databaseUrl = await createDatabase()
  const marketplace = new ScriptedMarketplace()
  const answer = Promise.withResolvers<{ status: number }>()
  const push = await startProvider(() => answer.promise)
  const environment = { DATABASE_URL: databaseUrl, PUSH_ORIGINS: push.url }
  const { address, dataDir } = await startTestServer(
    { ...environment, ROLES: 'api,poll,match,deliver' },
    { connectors: [marketplace.connector] },
  )
  await startTestServer({ ...environment, ROLES: 'deliver', DATA_DIR: dataDir })
  const user = await TestUser.signIn(address)
  const settings = await user.get<{ webPush: object }>('/api/notifications/settings')
  await user.call('PUT', '/api/notifications/settings', { ...settings, webPush: { ...settings.webPush, enabled: true } })
  const subscription = { endpoint: `${push.url}/ada`, keys: aBrowser().keys }
  await user.call('POST', '/api/notifications/devices', { kind: 'webPush', deviceKey: 'browser-1', userAgent: '', subscription })
  await user.call('POST', '/api/filters', { name: 'x', keywords: 'leica' })
  await marketplace.polled()
  marketplace.put('new', { title: 'Leica M6' })
  await eventually(async () => push.received.length === 1, 'the first try')

  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  const { rows } = await database.query("select id from pgboss.job where name = 'send-webPush' and state = 'active'")
  expect(rows).toHaveLength(1)
  // Nothing was heard of it for a minute; the queue has its round every five seconds, and repeats with pauses that grow.
  await eventually(
    async () => {
      await database.query("update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'")
      const repeats = await database.query('select retry_count from pgboss.job where id = $1', [rows[0].id])
      return repeats.rows[0].retry_count >= 2
    },
    'two repeats',
    90 * SECOND_MS,
  )
  answer.resolve({ status: 201 })
  const ledger = async () => (await user.get<{ items: Delivery[] }>('/api/notifications/deliveries')).items
  await eventually(async () => (await ledger())[0]?.status === 'accepted', 'the delivery')
  expect(push.received).toHaveLength(1)
})

/** As PostgreSQL's restart would. */
async function breakConnections(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [new URL(url).pathname.slice(1)])
  await admin.end()
}

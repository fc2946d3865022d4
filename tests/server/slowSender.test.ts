import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startPresence } from '../../server/database/presence.ts'
import { sendClaim } from '../../server/notifications/delivery/send.ts'
import { createSenderPools } from '../../server/notifications/delivery/senderPools.ts'
import { claimMessages, takeOver } from '../../server/store/deliveryQueue.ts'
import { createDatabase } from '../support/database.ts'
import { type Scheduled, startSending } from '../support/sending.ts'
import { eventually } from '../support/server.ts'

const LOG = pino({ level: 'silent' })
const TAKEN = { status: 'accepted', detail: 'taken' } as const
const RETRY = { status: 'retry', detail: 'unreachable' } as const
const MAIL = { channel: 'email', lane: 'now' } as const

/** A mail that a live process is sending, and that has no answer yet. */
async function startSlowSend() {
  const sending = await startSending()
  const presence = await startPresence(sending.url, LOG)
  onTestFinished(() => presence.stop())
  const job = await sending.plan()
  const answer = Promise.withResolvers<typeof TAKEN | typeof RETRY>()
  sending.results.push(() => answer.promise)
  const rules = { ...sending.rulesOf('email'), process: presence.name() }
  const claims = await sending.db.transaction().execute((tx) => claimMessages(tx, 'email', [job.deliveryId], rules))
  const slow = Promise.all(claims.map((claim) => sendClaim(sending.parts, claim)))
  await eventually(async () => sending.sent.length === 1, 'the first try')
  return {
    ...{ ...sending, presence, job, answer, slow },
    /** Another process looks for messages without a sender. */
    takeOver: async () => {
      const claims = await takeOver(sending.db, MAIL, { process: 'another' }, 10)
      for (const claim of claims) await sendClaim(sending.parts, claim)
      return claims.length
    },
    passSinceClaim: (seconds: number) =>
      sql`update delivery set claimed_at = claimed_at - make_interval(secs => ${seconds})`.execute(sending.db),
  }
}

test('a message is left to its sender while its process lives, and taken over when it has ended', async () => {
  const world = await startSlowSend()
  await world.passSinceClaim(60)
  expect(await world.takeOver()).toBe(0)
  // As after a kill: PostgreSQL releases the process's locks.
  await world.presence.stop()
  expect(await world.takeOver()).toBe(1)
  expect(world.sent).toHaveLength(2)
  expect(await world.takeOver()).toBe(0)
  world.answer.resolve(TAKEN)
  await world.slow
})

test('a process that has just lost its connection keeps its messages for a moment', async () => {
  const world = await startSlowSend()
  await world.presence.stop()
  expect(await world.takeOver()).toBe(0)
  world.answer.resolve(TAKEN)
  await world.slow
  await world.passSinceClaim(60)
  expect(await world.takeOver()).toBe(0)
  expect(world.sent).toHaveLength(1)
})

test('a message is taken over from a live process after the send lease', async () => {
  const world = await startSlowSend()
  await world.passSinceClaim(121)
  expect(await world.takeOver()).toBe(1)
  expect(world.sent).toHaveLength(2)
  world.answer.resolve(TAKEN)
  await world.slow
})

test('of two processes one takes a message over', async () => {
  const world = await startSlowSend()
  await world.passSinceClaim(121)
  const taken = await Promise.all(Array.from({ length: 6 }, world.takeOver))
  expect(taken.reduce((sum, count) => sum + count)).toBe(1)
  world.answer.resolve(TAKEN)
  await world.slow
})

test.each([
  { answer: RETRY, status: 'sending' },
  { answer: TAKEN, status: 'accepted' },
] as const)('after a takeover the first sender’s late answer $answer.status leaves it $status', async ({ answer, status }) => {
  const world = await startSlowSend()
  await world.passSinceClaim(121)
  const second = Promise.withResolvers<typeof TAKEN>()
  world.results.push(() => second.promise)
  const taking = world.takeOver()
  await eventually(async () => world.sent.length === 2, 'the second try')
  world.answer.resolve(answer)
  await world.slow
  expect((await world.look(world.job)).status).toBe(status)
  // Attempts of one moment would be one row.
  world.clock.move(1)
  second.resolve(TAKEN)
  await taking
  expect(await world.look(world.job)).toMatchObject({ status: 'accepted', attempts: { length: 2 } })
})

test('a send that throws is repeated after a pause, though its process lives', async () => {
  const sending = await startSending()
  const job: Scheduled = await sending.plan()
  sending.results.push(() => Promise.reject(new Error('a defect')))
  const { db, clock, parts } = sending
  const pools = createSenderPools({ dbOf: () => db, clock, log: LOG, process: () => 'of the tests' })
  onTestFinished(() => pools.stop())
  pools.start((claim) => sendClaim(parts, claim))
  await eventually(async () => (await sending.look(job)).status === 'accepted', 'the repeat')
  expect(sending.sent).toHaveLength(2)
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

/** As PostgreSQL's restart would. */
async function breakConnections(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [new URL(url).pathname.slice(1)])
  await admin.end()
}

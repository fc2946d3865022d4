import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { type SendJob, startQueue } from '../../server/jobs/queue.ts'
import { requeueOrphans } from '../../server/jobs/tasks/requeueOrphans.ts'
import { sendDelivery } from '../../server/jobs/tasks/sendDelivery.ts'
import { NOW } from '../delivery/support.ts'
import { startSending } from '../support/sending.ts'
import { eventually, startTestServer } from '../support/server.ts'

/** A batch of one run. */
const BATCH = 100
const KILLED = () => Promise.reject(new Error('killed'))

/** The send task beside the real queue, which has the jobs that are put into it and no others. */
async function start() {
  const sending = await startSending()
  const { db, jobs, parts, url } = sending
  const queue = await startQueue(url, pino({ level: 'silent' }))
  onTestFinished(() => queue.stop())
  const warned = { sending: 0, due: 0 }
  const count = (line: string) => {
    const { sending = 0, due = 0 } = JSON.parse(line) as Partial<typeof warned>
    warned.sending += sending
    warned.due += due
  }
  parts.log = pino({ level: 'warn' }, { write: count })
  parts.queue = {
    ...queue,
    async enqueue(tx, channel, planned) {
      jobs.push(...planned)
      await queue.enqueue(tx, channel, planned)
    },
  }
  return {
    ...{ ...sending, queue, warned },
    replan: () => requeueOrphans(parts),
    /** The queue goes by the database's clock, for which the tests' noon may be to come. */
    enqueue: ({ deliveryId, dueAt }: SendJob, startAt = new Date(0)) =>
      db
        .transaction()
        .execute((tx) => queue.enqueue(tx, 'email', [{ deliveryId, dueAt, userId: randomUUID(), target: '', startAt }])),
    /** As if this much time had passed since the claims. */
    passSinceClaims: (ms: number) =>
      sql`update delivery set claimed_at = claimed_at - make_interval(secs => ${ms / 1000})`.execute(db),
    statuses: (planned: readonly SendJob[]) => Promise.all(planned.map(async (job) => (await sending.look(job)).status)),
    async drain() {
      for (let job = jobs.shift(); job; job = jobs.shift()) await sending.send(job)
    },
  }
}

test("a killed sender's delivery without a job is sent once more, also with concurrent checks", async () => {
  const world = await start()
  const planned: SendJob[] = []
  for (const title of ['a', 'b', 'c']) planned.push(await world.plan({ channel: 'discord', title }))
  world.results.push(KILLED)
  await expect(world.send(planned[0] as SendJob)).rejects.toThrow('killed')
  expect(await world.replan()).toBe(0)
  await world.passSinceClaims(HOUR_MS)
  const found = await Promise.all([world.replan(), world.replan()])
  expect(found.reduce((sum, count) => sum + count)).toBe(3)
  expect(world.warned).toEqual({ sending: 3, due: 0 })
  expect(world.jobs).toHaveLength(3)
  expect(await world.look(planned[1] as SendJob)).toMatchObject({ status: 'waiting', reason: 'retry', attempts: [] })
  await world.drain()
  expect(world.titles()).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  expect(await world.statuses(planned)).toEqual(['accepted', 'accepted', 'accepted'])
  expect(await world.replan()).toBe(0)
})

test('a send under way or to be repeated is not rescheduled, however long it takes', async () => {
  const world = await start()
  const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  world.results.push(async () => {
    begun.resolve()
    await answer.promise
    return KILLED()
  })
  const job = await world.plan()
  await world.enqueue(job)
  await world.queue.work((running) => sendDelivery(world.parts, running))
  await begun.promise
  await world.passSinceClaims(HOUR_MS)
  expect(await world.replan()).toBe(0)
  answer.resolve()
  let found = 0
  const isRepeated = async () => {
    found += await world.replan()
    return (await world.statuses([job]))[0] === 'accepted'
  }
  await eventually(isRepeated, 'the repeat')
  expect(found).toBe(0)
  expect(world.sent).toHaveLength(2)
})

test('an overdue delivery without a job is rescheduled', async () => {
  const world = await start()
  const [lost, queued] = [await world.plan({ title: 'lost' }), await world.plan({ title: 'queued' })]
  const dueAt = new Date(NOW.getTime() + HOUR_MS)
  const held = await world.plan({ title: 'held', dueAt })
  const far = new Date('9999-01-01')
  await world.enqueue(queued, far)
  // Out of date: it was planned for another time.
  await world.enqueue({ ...held, dueAt: NOW }, far)
  world.clock.move(HOUR_MS + 5 * MINUTE_MS)
  expect(await world.replan()).toBe(1)
  await world.drain()
  expect(world.titles()).toEqual([['lost']])
  world.clock.move(10 * MINUTE_MS)
  expect(await world.replan()).toBe(1)
  await world.drain()
  expect(world.titles()).toEqual([['lost'], ['held']])
  expect(await world.statuses([lost, queued, held])).toEqual(['accepted', 'waiting', 'accepted'])
  expect(world.warned).toEqual({ sending: 0, due: 2 })
})

test('an expired orphan ends and is not sent', async () => {
  const world = await start()
  const job = await world.plan({ expiresAt: new Date(NOW.getTime() + MINUTE_MS) })
  world.results.push(KILLED)
  await expect(world.send(job)).rejects.toThrow('killed')
  await world.passSinceClaims(HOUR_MS)
  world.clock.move(HOUR_MS)
  expect(await world.replan()).toBe(1)
  expect(await world.statuses([job])).toEqual(['expired'])
  expect(world.jobs).toEqual([])
  expect(world.sent).toHaveLength(1)
})

test('one run handles at most a batch', async () => {
  const world = await start()
  for (let count = 0; count <= BATCH; count++) await world.plan()
  world.clock.move(HOUR_MS)
  expect([await world.replan(), await world.replan(), await world.replan()]).toEqual([BATCH, 1, 0])
})

test('a delivering server checks for orphans', async () => {
  const world = await start()
  const job = await world.plan({ expiresAt: new Date(NOW.getTime() + MINUTE_MS) })
  world.clock.move(HOUR_MS)
  await startTestServer({ DATABASE_URL: world.url, ROLES: 'deliver' }, { clock: world.clock })
  await eventually(async () => (await world.statuses([job]))[0] === 'expired', 'its end')
})

import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../server/database/pool.ts'
import { BACKLOG_RANK } from '../../server/jobs/lanes.ts'
import { type PlannedJob, startQueue } from '../../server/jobs/queue.ts'
import { createDatabase } from '../support/database.ts'
import { eventually } from '../support/server.ts'

const BACKLOG = 400

/** A queue, and the order in which its jobs are sent. */
async function start() {
  const url = await createDatabase()
  const pool = openPool(url, pino({ level: 'silent' }))
  const queue = await startQueue(url, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await queue.stop()
    await pool.end()
  })
  const enqueue = (jobs: PlannedJob[]) => pool.db.transaction().execute((tx) => queue.enqueue(tx, 'webPush', jobs))
  const sendAll = async (count: number) => {
    const order: string[] = []
    await queue.work(async ({ deliveryId }) => void order.push(deliveryId))
    await eventually(async () => order.length === count, 'all jobs')
    return order
  }
  return { queue, enqueue, sendAll }
}

const job = (change: Partial<PlannedJob> = {}): PlannedJob => ({
  ...{ deliveryId: randomUUID(), userId: randomUUID(), target: '', dueAt: new Date(Date.now() - 1000) },
  ...change,
})

test('users with large backlogs rank behind others', async () => {
  const { enqueue, sendAll } = await start()
  const [other, userId] = [job(), randomUUID()]
  await enqueue(Array.from({ length: BACKLOG }, (_, rank) => job({ rank, userId })))
  await enqueue([other])
  const order = await sendAll(BACKLOG + 1)
  // The noisy user's first few rank equally, and as many as are fetched at a time may be under way.
  expect(order.indexOf(other.deliveryId)).toBeLessThan(60)
})

test('retries do not wait for the backlog of an unreachable provider', async () => {
  const { enqueue, sendAll } = await start()
  const refused = job({ lane: 'later' })
  await enqueue(Array.from({ length: BACKLOG }, () => job({ lane: 'later', rank: BACKLOG_RANK })))
  await enqueue([refused])
  const order = await sendAll(BACKLOG + 1)
  expect(order.indexOf(refused.deliveryId)).toBeLessThan(60)
})

test("one user's slow sends leave most slots to others", async () => {
  const { enqueue, queue } = await start()
  const userId = randomUUID()
  await enqueue(Array.from({ length: 100 }, () => job({ userId })))
  const others = Array.from({ length: 50 }, () => job())
  await enqueue(others)
  const stuck = Promise.withResolvers<void>()
  const slow = new Set<string>()
  const sent = new Set<string>()
  await queue.work(async ({ deliveryId }) => {
    if (others.some((one) => one.deliveryId === deliveryId)) sent.add(deliveryId)
    else {
      slow.add(deliveryId)
      await stuck.promise
    }
  })
  await eventually(async () => sent.size === others.length, 'the sends of the others')
  // An eighth of 64.
  expect(slow.size).toBe(8)
  stuck.resolve()
  await eventually(async () => slow.size === 100, 'the rest')
})

test('immediate alerts overtake retries and batches, however many are stuck', async () => {
  const { enqueue, queue } = await start()
  // Due long before, and of users with nothing else to come.
  await enqueue(Array.from({ length: BACKLOG }, () => job({ lane: 'later', dueAt: new Date(Date.now() - 60_000) })))
  const alerts = Array.from({ length: 100 }, (_, rank) => job({ rank }))
  await enqueue(alerts)
  const ids = new Set(alerts.map(({ deliveryId }) => deliveryId))
  const stuck = Promise.withResolvers<void>()
  const sent = new Set<string>()
  await queue.work(async ({ deliveryId }) => {
    if (!ids.has(deliveryId)) await stuck.promise
    sent.add(deliveryId)
  })
  await eventually(async () => sent.size === alerts.length, 'all alerts')
  expect(sent).toEqual(ids)
  stuck.resolve()
  await eventually(async () => sent.size === alerts.length + BACKLOG, 'the rest')
})

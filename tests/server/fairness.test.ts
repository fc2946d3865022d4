import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../server/database/pool.ts'
import { startQueue } from '../../server/jobs/queue.ts'
import { createDatabase } from '../support/database.ts'
import { eventually } from '../support/server.ts'

const BACKLOG = 400

test('whoever has much to be told lets others go first', async () => {
  const url = await createDatabase()
  const pool = openPool(url, pino({ level: 'silent' }))
  const queue = await startQueue(url, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await queue.stop()
    await pool.end()
  })
  const now = new Date(Date.now() - 1000)
  const job = (rank: number) => ({ deliveryId: randomUUID(), target: '', dueAt: now, rank })
  const noisy = Array.from({ length: BACKLOG }, (_, rank) => job(rank))
  const other = job(0)
  await pool.db.transaction().execute((tx) => queue.enqueue(tx, 'webPush', noisy))
  await pool.db.transaction().execute((tx) => queue.enqueue(tx, 'webPush', [other]))
  const order: string[] = []
  await queue.work(async ({ deliveryId }) => {
    order.push(deliveryId)
  })
  await eventually(async () => order.length === BACKLOG + 1, 'all jobs')
  // The first few of the noisy user stand as high, and so much as is taken at once may be under way.
  expect(order.indexOf(other.deliveryId)).toBeLessThan(60)
})

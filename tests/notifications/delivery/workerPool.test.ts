import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND_MS } from '../../../contract/time.ts'
import { startWorkerPool } from '../../../server/notifications/delivery/workerPool.ts'
import type { Loop } from '../../../server/runtime/loop.ts'

const log = pino({ level: 'silent' })

/** A queue in memory, and jobs that run until they are ended. */
function makeQueue(count: number) {
  const due = Array.from({ length: count }, (_, index) => `job ${index}`)
  const runs = new Map<string, PromiseWithResolvers<void>>()
  const released: string[] = []
  return {
    due,
    runs,
    released,
    source: {
      claim: async (most: number) => due.splice(0, most),
      release: async (job: string) => void released.push(job),
    },
    run: (job: string) => {
      const run = Promise.withResolvers<void>()
      runs.set(job, run)
      return run.promise
    },
  }
}

let pool: Loop | undefined
const start = ({ source, run }: Pick<ReturnType<typeof makeQueue>, 'source' | 'run'>, count: number) => {
  pool = startWorkerPool({ name: 'test', slots: count, slotsOfUser: count, isSerial: false, idlePollMs: 100, log }, source, run)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(0)
  const stopped = pool?.stop()
  await vi.advanceTimersByTimeAsync(SECOND_MS)
  await stopped
  vi.useRealTimers()
})

test('slow jobs hold up no other while a slot is free', async () => {
  const queue = makeQueue(50)
  start(queue, 4)
  await vi.advanceTimersByTimeAsync(100)
  expect([...queue.runs.keys()]).toEqual(['job 0', 'job 1', 'job 2', 'job 3'])
  // Three of them never answer: all the rest goes through the fourth slot.
  for (let ended = 3; ended < 50; ended++) {
    queue.runs.get(`job ${ended}`)?.resolve()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(queue.runs.size).toBe(50)
  expect(queue.released).toEqual([])
  for (const slow of [0, 1, 2]) queue.runs.get(`job ${slow}`)?.resolve()
})

test('a job that throws is released, and no other', async () => {
  const queue = makeQueue(2)
  start(queue, 2)
  await vi.advanceTimersByTimeAsync(100)
  queue.runs.get('job 0')?.reject(new Error('broken'))
  queue.runs.get('job 1')?.resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(queue.released).toEqual(['job 0'])
})

test('an unreachable queue stops nothing: jobs resume when it is back', async () => {
  const queue = makeQueue(2)
  const { claim } = queue.source
  start(queue, 1)
  await vi.advanceTimersByTimeAsync(100)
  queue.source.claim = () => Promise.reject(new Error('database unreachable'))
  queue.runs.get('job 0')?.resolve()
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  queue.source.claim = claim
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS)
  expect([...queue.runs.keys()]).toEqual(['job 0', 'job 1'])
  queue.runs.get('job 1')?.resolve()
})

test('stopping waits for running jobs and claims no more', async () => {
  const queue = makeQueue(2)
  start(queue, 1)
  await vi.advanceTimersByTimeAsync(100)
  const stopping = pool?.stop()
  queue.runs.get('job 0')?.resolve()
  await vi.advanceTimersByTimeAsync(100)
  await stopping
  expect(queue.due).toHaveLength(1)
})

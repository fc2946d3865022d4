import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND_MS } from '../../contract/time.ts'
import { type Attempt, startWorkerPool } from '../../server/jobs/workerPool.ts'
import type { Loop } from '../../server/runtime/loop.ts'

const log = pino({ level: 'silent' })

/** A queue in memory that records calls, and jobs that run until they are released. */
function makeQueue(count: number) {
  const due: Attempt[] = Array.from({ length: count }, (_, index) => ({ id: `job ${index}`, retryCount: 0 }))
  const runs = new Map<string, PromiseWithResolvers<void>>()
  const told = { completed: [] as string[], failed: [] as string[], touched: [] as string[] }
  return {
    due,
    runs,
    told,
    source: {
      fetch: async (most: number) => due.splice(0, most),
      complete: async (attempts: Attempt[]) => void told.completed.push(...attempts.map(({ id }) => id)),
      fail: async ({ id }: Attempt) => void told.failed.push(id),
      touch: async (attempts: Attempt[]) => void told.touched.push(...attempts.map(({ id }) => id)),
    },
    run: ({ id }: Attempt) => {
      const run = Promise.withResolvers<void>()
      runs.set(id, run)
      return run.promise
    },
  }
}

let slots: Loop | undefined
const start = ({ source, run }: Pick<ReturnType<typeof makeQueue>, 'source' | 'run'>, count: number) => {
  slots = startWorkerPool({ name: 'test', slots: count, slotsOfUser: count, idlePollMs: 100, log }, source, run)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(0)
  const stopped = slots?.stop()
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
  expect(queue.told.completed).toHaveLength(47)
  expect(queue.told.failed).toEqual([])
  for (const slow of [0, 1, 2]) queue.runs.get(`job ${slow}`)?.resolve()
})

test('a job that throws is failed, and no other', async () => {
  const queue = makeQueue(2)
  start(queue, 2)
  await vi.advanceTimersByTimeAsync(100)
  queue.runs.get('job 0')?.reject(new Error('broken'))
  queue.runs.get('job 1')?.resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(queue.told).toMatchObject({ failed: ['job 0'], completed: ['job 1'] })
})

test('running jobs send heartbeats until they end', async () => {
  const queue = makeQueue(1)
  start(queue, 1)
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  const touches = queue.told.touched.length
  expect(touches).toBeGreaterThanOrEqual(3)
  queue.runs.get('job 0')?.resolve()
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  expect(queue.told.touched).toHaveLength(touches)
})

test('an unreachable queue stops nothing: completions that cannot be written free their slots, and jobs resume', async () => {
  const queue = makeQueue(2)
  const { complete, fetch } = queue.source
  const away = () => Promise.reject(new Error('database unreachable'))
  start(queue, 1)
  await vi.advanceTimersByTimeAsync(100)
  Object.assign(queue.source, { complete: away, fetch: away, touch: away })
  queue.runs.get('job 0')?.resolve()
  await vi.advanceTimersByTimeAsync(10 * SECOND_MS)
  Object.assign(queue.source, { complete, fetch })
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS)
  queue.runs.get('job 1')?.resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(queue.told.completed).toEqual(['job 1'])
})

test('stopping waits for running jobs and takes no more', async () => {
  const queue = makeQueue(2)
  start(queue, 1)
  await vi.advanceTimersByTimeAsync(100)
  const stopping = slots?.stop()
  queue.runs.get('job 0')?.resolve()
  await vi.advanceTimersByTimeAsync(100)
  await stopping
  expect(queue.told.completed).toEqual(['job 0'])
  expect(queue.due).toHaveLength(1)
})

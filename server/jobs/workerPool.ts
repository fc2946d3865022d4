import { createAdaptivePolling } from '../runtime/adaptivePolling.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'

/** One run of a job. `retryCount` distinguishes repeats, so that a worker that was suspended cannot complete a later run. */
export type Attempt = { id: string; retryCount: number }

/** What the pool needs of a queue. */
export type Source<Job extends Attempt> = {
  /** Takes up to `limit` due jobs, by priority. */
  fetch(limit: number): Promise<Job[]>
  complete(attempts: Attempt[]): Promise<unknown>
  fail(attempt: Attempt): Promise<unknown>
  /** Sends a heartbeat for running jobs. */
  touch(attempts: Attempt[]): Promise<unknown>
}

export type WorkerPoolOptions = {
  name: string
  slots: number
  /** Slots that one user may occupy at a time. */
  slotsOfUser: number
  idlePollMs: number
  log: Logger
  /** Errors of normal operation, logged at level debug. */
  isExpected?: (error: unknown) => boolean
}

/** Small, so that an urgent job never waits behind many jobs taken long before. */
const MAX_FETCHED = 16
/** Well below the queue's heartbeat timeout. */
const TOUCH_MS = 3000
/** Completed jobs are written in batches, this long after the first of a batch. */
const COMPLETE_MS = 10

/**
 * Runs each job in its own slot, so that a slow job holds up no other. A job that throws is repeated. If its completion cannot
 * be written because the database is unreachable, the job is abandoned and repeated, as if the process had been killed.
 */
export function startWorkerPool<Job extends Attempt>(
  { name, slots, slotsOfUser, idlePollMs, log, isExpected = () => false }: WorkerPoolOptions,
  source: Source<Job>,
  run: (job: Job) => Promise<void>,
): Loop {
  const running = new Map<string, Promise<void>>()
  const held = new Map<string, Attempt>()
  let done: Attempt[] = []
  let completing: Promise<void> | undefined
  const polling = createAdaptivePolling(idlePollMs)

  const completeBatch = async () => {
    await new Promise((proceed) => setTimeout(proceed, COMPLETE_MS))
    const attempts = done
    done = []
    completing = undefined
    await source.complete(attempts).catch((error) => log.warn({ err: error }, 'completed jobs could not be written'))
    for (const { id } of attempts) held.delete(id)
  }

  const work = async (job: Job) => {
    try {
      await run(job)
      done.push(job)
      completing ??= completeBatch()
      await completing
    } catch (error) {
      if (isExpected(error)) log.debug({ job: job.id }, 'send postponed: an earlier run is alive')
      else log.error({ err: error, job: job.id }, 'send failed unexpectedly; it is retried')
      await source.fail(job).catch(() => {})
      held.delete(job.id)
    }
  }

  const loop = startLoop(name, log, async () => {
    const free = slots - running.size
    // A finished job wakes the loop.
    if (free === 0) return idlePollMs
    const limit = Math.min(free, MAX_FETCHED)
    const jobs = await source.fetch(limit)
    for (const job of jobs) {
      held.set(job.id, job)
      const working = work(job).finally(() => {
        running.delete(job.id)
        // The pool was full, or one user's share of it was, and more jobs may be waiting.
        if (running.size === slots - 1 || running.size >= slotsOfUser - 1) loop.wake()
      })
      running.set(job.id, working)
    }
    const pauseMs = polling.pauseMs(jobs.length > 0)
    return jobs.length === limit ? 0 : pauseMs
  })
  const touching = setInterval(() => {
    if (held.size > 0) source.touch([...held.values()]).catch(() => {})
  }, TOUCH_MS)

  return {
    wake() {
      polling.expectSoon()
      loop.wake()
    },
    async stop() {
      await loop.stop()
      await Promise.all(running.values())
      clearInterval(touching)
    },
  }
}

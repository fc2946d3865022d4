import { createAdaptivePolling } from '../../runtime/adaptivePolling.ts'
import type { Logger } from '../../runtime/log.ts'
import { type Loop, startLoop } from '../../runtime/loop.ts'

/** What the pool takes jobs from. */
export type JobSource<Job> = {
  /** Claims up to `limit` due jobs, in the order in which they are to run. */
  claim(limit: number): Promise<Job[]>
  /** Gives up a job that threw, to be claimed again later. Must not throw. */
  release(job: Job): Promise<void>
}

export type WorkerPoolOptions = {
  name: string
  slots: number
  /** Slots that one user may occupy at a time. */
  slotsOfUser: number
  /** A finished job may make another one claimable although slots are free. */
  isSerial: boolean
  idlePollMs: number
  log: Logger
}

/** Small, so that an urgent job never waits behind many jobs claimed long before. */
const MAX_CLAIMED = 16

/** Runs each job in its own slot, so that a slow job holds up no other. A job that throws is released. */
export function startWorkerPool<Job>(
  { name, slots, slotsOfUser, isSerial, idlePollMs, log }: WorkerPoolOptions,
  source: JobSource<Job>,
  run: (job: Job) => Promise<void>,
): Loop {
  const running = new Set<Promise<void>>()
  const polling = createAdaptivePolling(idlePollMs)

  const work = async (job: Job) => {
    try {
      await run(job)
    } catch (error) {
      log.error({ err: error, pool: name }, 'send failed unexpectedly; it is retried')
      await source.release(job)
    }
  }

  const loop = startLoop(name, log, async () => {
    const free = slots - running.size
    // A finished job wakes the loop.
    if (free === 0) return idlePollMs
    const limit = Math.min(free, MAX_CLAIMED)
    const jobs = await source.claim(limit)
    for (const job of jobs) {
      const working = work(job).finally(() => {
        running.delete(working)
        // The pool was full, or one user's share of it was, and more jobs may be waiting.
        if (isSerial || running.size === slots - 1 || running.size >= slotsOfUser - 1) loop.wake()
      })
      running.add(working)
    }
    const pauseMs = polling.pauseMs(jobs.length > 0)
    return jobs.length === limit ? 0 : pauseMs
  })

  return {
    wake() {
      polling.expectSoon()
      loop.wake()
    },
    async stop() {
      await loop.stop()
      await Promise.all(running)
    },
  }
}

import { createAdaptivePolling } from '../adaptivePolling.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'

/** One run of a job. A repeat has another number, so that a worker that was suspended cannot end a later run. */
export type Attempt = { id: string; retryCount: number }

/** What the slots need of a queue. */
export type Source<Job extends Attempt> = {
  /** Takes up to `limit` jobs that are due, the most urgent first. */
  fetch(most: number): Promise<Job[]>
  complete(attempts: Attempt[]): Promise<unknown>
  fail(attempt: Attempt): Promise<unknown>
  /** Says that these are still under way. */
  touch(attempts: Attempt[]): Promise<unknown>
}

export type SlotSettings = {
  name: string
  slots: number
  /** Slots that one user may occupy at the same time. */
  slotsOfUser: number
  idlePollMs: number
  log: Logger
  /** Errors that are part of normal operation: logged at level debug. */
  isExpected?: (error: unknown) => boolean
}

/** Few enough that what is urgent never waits behind what was taken long before. */
const MOST_AT_ONCE = 16
/** Well below the heartbeat after which a job counts as left behind. */
const TOUCH_MS = 3000
/** What ends within that time is told together. */
const COMPLETE_MS = 10

/**
 * Runs jobs, each in a slot of its own: one that takes long holds up no other. A run that throws is repeated; when its end
 * cannot be told because the database is away, it is left behind, as if the process had been killed.
 */
export function startWorkerPool<Job extends Attempt>(
  { name, slots, slotsOfUser, idlePollMs, log, isExpected = () => false }: SlotSettings,
  source: Source<Job>,
  run: (job: Job) => Promise<void>,
): Loop {
  const running = new Map<string, Promise<void>>()
  const held = new Map<string, Attempt>()
  let done: Attempt[] = []
  let telling: Promise<void> | undefined
  const pace = createAdaptivePolling(idlePollMs)

  const tell = async () => {
    await new Promise((proceed) => setTimeout(proceed, COMPLETE_MS))
    const attempts = done
    done = []
    telling = undefined
    await source.complete(attempts).catch((error) => log.warn({ err: error }, 'completed jobs could not be written'))
    for (const { id } of attempts) held.delete(id)
  }

  const work = async (job: Job) => {
    try {
      await run(job)
      done.push(job)
      telling ??= tell()
      await telling
    } catch (error) {
      if (isExpected(error)) log.debug({ job: job.id }, 'send postponed: an earlier run is alive')
      else log.error({ err: error, job: job.id }, 'send failed unexpectedly; it is retried')
      await source.fail(job).catch(() => {})
      held.delete(job.id)
    }
  }

  const loop = startLoop(name, log, async () => {
    const free = slots - running.size
    // A job that ends wakes the loop.
    if (free === 0) return idlePollMs
    const most = Math.min(free, MOST_AT_ONCE)
    const jobs = await source.fetch(most)
    for (const job of jobs) {
      held.set(job.id, job)
      const working = work(job).finally(() => {
        running.delete(job.id)
        // All slots were taken, or all of one user who may have more jobs waiting.
        if (running.size === slots - 1 || running.size >= slotsOfUser - 1) loop.wake()
      })
      running.set(job.id, working)
    }
    const pauseMs = pace.pauseMs(jobs.length > 0)
    return jobs.length === most ? 0 : pauseMs
  })
  const touching = setInterval(() => {
    if (held.size > 0) source.touch([...held.values()]).catch(() => {})
  }, TOUCH_MS)

  return {
    wake() {
      pace.expectSoon()
      loop.wake()
    },
    async stop() {
      await loop.stop()
      await Promise.all(running.values())
      clearInterval(touching)
    },
  }
}

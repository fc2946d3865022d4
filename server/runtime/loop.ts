import type { Logger } from './log.ts'

/** A background task that repeats its work until it is stopped. */
export type Loop = {
  /** There may be work: skip the current pause. */
  wake(): void
  /** Stops after the current run. */
  stop(): Promise<void>
}

const ERROR_PAUSE_MS = 1000
const MAX_ERROR_PAUSE_MS = 30_000

/**
 * Runs `work` repeatedly. It returns the pause before the next run in ms (0: there is more to do). An error is logged and the
 * work is repeated, after pauses that double while it keeps failing.
 */
export function startLoop(name: string, log: Logger, work: (signal: AbortSignal) => Promise<number>): Loop {
  const stopping = new AbortController()
  let woken = false
  let wakeUp = () => {}
  let failures = 0

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const running = (async () => {
    while (!stopping.signal.aborted) {
      let pauseMs: number
      woken = false
      try {
        pauseMs = await work(stopping.signal)
        failures = 0
      } catch (error) {
        if (stopping.signal.aborted) break
        pauseMs = Math.min(ERROR_PAUSE_MS * 2 ** failures++, MAX_ERROR_PAUSE_MS)
        log.error({ err: error, task: name }, `${name} failed; retry in ${pauseMs / 1000} s`)
        woken = false
      }
      if (pauseMs > 0 && !woken && !stopping.signal.aborted) await wait(pauseMs)
    }
  })()

  return {
    wake() {
      woken = true
      wakeUp()
    },
    async stop() {
      stopping.abort()
      wakeUp()
      await running
    },
  }
}

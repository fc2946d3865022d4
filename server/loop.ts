import type { Logger } from './log.ts'

/** A part of the server that does its work over and over until it is stopped. */
export type Loop = {
  /** There may be work: do not wait for the next turn. */
  wake(): void
  /** Lets the turn that runs come to its end, then no more. */
  stop(): Promise<void>
}

const ERROR_PAUSE_MS = 1000
const MAX_ERROR_PAUSE_MS = 30_000

/**
 * Runs `turn` again and again; it answers how many milliseconds to wait for the next one (0: there is more to do).
 * A turn that throws is logged and tried again, after pauses that double while it goes on failing.
 */
export function startLoop(name: string, log: Logger, turn: (signal: AbortSignal) => Promise<number>): Loop {
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
        pauseMs = await turn(stopping.signal)
        failures = 0
      } catch (error) {
        if (stopping.signal.aborted) break
        pauseMs = Math.min(ERROR_PAUSE_MS * 2 ** failures++, MAX_ERROR_PAUSE_MS)
        log.error({ err: error, task: name }, `${name} failed; next try in ${pauseMs / 1000} s`)
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

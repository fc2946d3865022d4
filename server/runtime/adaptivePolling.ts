/** The pause after a poll that found something; it doubles while polls find nothing. */
const BUSY_PAUSE_MS = 10

/** How long a polling loop waits before it polls again. */
export type AdaptivePolling = {
  /** Shortens the pause. Called after a hint, when the transaction may still have to commit. */
  expectSoon(): void
  /** Milliseconds until the next poll. */
  pauseMs(found: boolean): number
}

/** @param idleMs the longest pause, while polls find nothing */
export function createAdaptivePolling(idleMs: number): AdaptivePolling {
  let pauseMs = idleMs
  return {
    expectSoon() {
      pauseMs = BUSY_PAUSE_MS / 2
    },
    pauseMs(found) {
      pauseMs = found ? BUSY_PAUSE_MS : Math.min(2 * pauseMs, idleMs)
      return pauseMs
    },
  }
}

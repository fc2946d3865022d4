/** The pause after something was found; it doubles while nothing is. */
const AFTER_NEWS_MS = 10

/** How long a polling loop waits before it polls again. */
export type AdaptivePolling = {
  /** After a hint that something comes: its transaction may still have to commit. */
  expectSoon(): void
  /** Milliseconds until the next poll. */
  pauseMs(found: boolean): number
}

/** @param idleMs the longest pause, while nothing is found */
export function createAdaptivePolling(idleMs: number): AdaptivePolling {
  let pauseMs = idleMs
  return {
    expectSoon() {
      pauseMs = AFTER_NEWS_MS / 2
    },
    pauseMs(found) {
      pauseMs = found ? AFTER_NEWS_MS : Math.min(2 * pauseMs, idleMs)
      return pauseMs
    },
  }
}

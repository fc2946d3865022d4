/** After something was found it is looked for again so soon, then less and less often. */
const AFTER_NEWS_MS = 10

/** How long a loop waits before it looks again. */
export type Pace = {
  /** What is to come may not be there yet: a transaction has still to end. */
  hurry(): void
  /** Milliseconds until the next look. */
  pauseMs(found: boolean): number
}

/** @param idleMs the longest pause, while nothing is found */
export function createPace(idleMs: number): Pace {
  let pauseMs = idleMs
  return {
    hurry() {
      pauseMs = AFTER_NEWS_MS / 2
    },
    pauseMs(found) {
      pauseMs = found ? AFTER_NEWS_MS : Math.min(2 * pauseMs, idleMs)
      return pauseMs
    },
  }
}

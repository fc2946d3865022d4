import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../contract/time.ts'
import { isDatabaseAway } from './pool.ts'

/** How long something is kept that must not be lost while the database is away, and how often it is tried. */
const KEEP_FOR_MS = 60 * SECOND_MS
const RETRY_PAUSE_MS = 250

/**
 * Repeats `write` while the database is away, for a minute. It has to be harmless when it is done twice: a commit may have
 * come about although its answer was lost.
 * @throws Error of `write`, at once unless it says that the database is away
 */
export async function onceDatabaseIsThere<Result>(write: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + KEEP_FOR_MS
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw error
      await sleep(RETRY_PAUSE_MS)
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../contract/time.ts'
import { isDatabaseUnreachable } from './pool.ts'

/** How long an essential write is retried while the database is unreachable. */
const KEEP_FOR_MS = 60 * SECOND_MS
const RETRY_PAUSE_MS = 250

/**
 * Retries `write` for a minute while the database is unreachable. It must be idempotent: a commit may have succeeded although
 * its answer was lost.
 * @throws Error of `write`; at once if the database is reachable
 */
export async function retryWhileUnreachable<Result>(write: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + KEEP_FOR_MS
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseUnreachable(error) || performance.now() > until) throw error
      await sleep(RETRY_PAUSE_MS)
    }
  }
}

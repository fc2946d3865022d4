import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../contract/time.ts'
import { isDatabaseUnreachable } from './pool.ts'

/** A server that recovers after a crash answers within this time; after it, the database counts as unreachable. */
const RETRY_FOR_MS = 60 * SECOND_MS
const RETRY_PAUSE_MS = 250

/**
 * Retries `work` for a minute while the database is unreachable or drops the connection. It must be idempotent: a commit may
 * have succeeded although its answer was lost.
 * @param onUnreachable called after the first failure
 * @throws Error of `work`; at once if the database is reachable
 */
export async function retryWhileUnreachable<Result>(work: () => Promise<Result>, onUnreachable?: () => void): Promise<Result> {
  const until = performance.now() + RETRY_FOR_MS
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnreachable(error) || performance.now() > until) throw error
      if (isFirst) onUnreachable?.()
      await sleep(RETRY_PAUSE_MS)
    }
  }
}

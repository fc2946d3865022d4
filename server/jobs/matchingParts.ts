import type { Clock } from '../clock.ts'
import type { Leadership } from '../database/leadership.ts'
import type { Db } from '../database/pool.ts'
import type { Logger } from '../log.ts'
import type { Convert } from '../matching/facts.ts'
import type { WorkerMatcher } from '../matching/workerMatcher.ts'
import type { SecretBox } from '../secrets.ts'
import type { FilterDirectory } from './filterDirectory.ts'
import type { Queue } from './queue.ts'

export type MatchingParts = {
  db: Db
  clock: Clock
  log: Logger
  queue: Queue
  secrets: SecretBox
  leadership: Leadership
  /** Starts a matcher with no filters in it. */
  startMatcher: () => WorkerMatcher
  convert: Convert
}

/** What one reader of the log holds in memory; thrown away and built anew whenever something went wrong. */
export type Matching = MatchingParts & { directory: FilterDirectory; matcher: WorkerMatcher }

import type { Leadership } from '../database/leadership.ts'
import type { Db } from '../database/pool.ts'
import type { Convert } from '../matching/criteria/facts.ts'
import type { WorkerMatcher } from '../matching/worker/workerMatcher.ts'
import type { Channels } from '../notifications/channels/channel.ts'
import type { WakeSenders } from '../notifications/delivery/senderPools.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { FilterDirectory } from './filterDirectory.ts'

export type MatchingDependencies = {
  db: Db
  clock: Clock
  log: Logger
  wakeSenders: WakeSenders
  channels: Channels
  leadership: Leadership
  /** Starts a matcher with no filters in it. */
  startMatcher: () => WorkerMatcher
  convert: Convert
}

/** The in-memory state of one log reader. After any error it is discarded and rebuilt. */
export type Matching = MatchingDependencies & { directory: FilterDirectory; matcher: WorkerMatcher }

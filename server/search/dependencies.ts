import type { CancellableDb } from '../database/cancellable.ts'
import type { Convert } from '../matching/criteria/facts.ts'
import type { Clock } from '../runtime/clock.ts'
import type { RecentAuctions } from './recentAuctions.ts'

/** The dependencies of searches among stored auctions. */
export type SearchDependencies = {
  /** Connections of their own, on which a running statement can be cancelled. */
  readonly db: CancellableDb
  readonly recent: RecentAuctions
  readonly clock: Clock
  readonly convert: Convert
}

import { MINUTE_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import type { Clock } from '../runtime/clock.ts'
import { countSearch } from '../store/searches.ts'

/** Previews of a user within this interval count as one search while the user types. */
const TYPING_PAUSE_MS = MINUTE_MS
/** Users with a remembered search; beyond this all are forgotten. */
const MAX_REMEMBERED = 10_000

/** Counts the previews of users for their statistics. */
export class PreviewCounter {
  private readonly searchedAt = new Map<string, number>()
  private readonly db: Db
  private readonly clock: Clock

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  async count(userId: string): Promise<void> {
    const { searchedAt } = this
    const now = this.clock.now()
    const last = searchedAt.get(userId) ?? Number.NEGATIVE_INFINITY
    if (searchedAt.size >= MAX_REMEMBERED) searchedAt.clear()
    searchedAt.set(userId, now.getTime())
    if (now.getTime() - last >= TYPING_PAUSE_MS) await countSearch(this.db, userId, now)
  }
}

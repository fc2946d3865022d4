import type { Db } from '../database/pool.ts'
import { END_GRACE_MS } from '../limits.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { closeAuctions, listOverdue } from '../store/auctions.ts'

const INTERVAL_MS = 10_000
const BATCH = 500

/** Ends auctions whose end has passed. Needed where no complete list shows that they are over (feeds). */
export function startClosingOverdueAuctions(db: Db, clock: Clock, log: Logger, onChange: () => void): Loop {
  return startLoop('closeOverdueAuctions', log, async () => {
    const closed = await closeOverdueAuctions(db, clock)
    if (closed > 0) onChange()
    return closed === BATCH ? 0 : INTERVAL_MS
  })
}

/**
 * Closes one batch.
 * @returns how many auctions were closed
 */
export async function closeOverdueAuctions(db: Db, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - END_GRACE_MS)
  return db.transaction().execute(async (tx) => {
    const ids = await listOverdue(tx, before, BATCH)
    await closeAuctions(tx, ids, 'ended')
    return ids.length
  })
}

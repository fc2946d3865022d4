import { MINUTE_MS } from '../../../contract/time.ts'
import type { Db } from '../../database/pool.ts'
import { SEND_LEASE_MS } from '../../limits.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import { type Loop, startLoop } from '../../runtime/loop.ts'
import { lockOrphaned } from '../../store/orphanedDeliveries.ts'
import { type Queue, unfinishedSends } from '../queue.ts'
import { postpone, settle } from './claimSends.ts'

const INTERVAL_MS = MINUTE_MS
/** Small, because a long transaction holds back all log readers. */
const BATCH = 100
/** Far longer than a send can take, including a pause and a takeover. */
const ORPHANED_AFTER_MS = 5 * SEND_LEASE_MS

export type OrphanDependencies = { db: Db; clock: Clock; log: Logger; queue: Queue }

/**
 * Reschedules orphaned deliveries, that is, deliveries without a job. There should be none, because a delivery and its job are
 * written together and a killed sender's job runs again. Each one is a defect, or its job failed too many times.
 */
export function startRequeueingOrphans(deps: OrphanDependencies): Loop {
  return startLoop('requeueOrphans', deps.log, async () => ((await requeueOrphans(deps)) === BATCH ? 0 : INTERVAL_MS))
}

/**
 * One batch. Each orphan is retried as after a failed attempt, or ends if it has expired.
 * @returns how many there were
 */
export async function requeueOrphans({ db, clock, log, queue }: OrphanDependencies): Promise<number> {
  const now = clock.now()
  const rows = await db.transaction().execute(async (tx) => {
    const rows = await lockOrphaned(tx, { unfinishedSends, now, afterMs: ORPHANED_AFTER_MS, limit: BATCH })
    const { expired = [], live = [] } = Object.groupBy(rows, ({ expiresAt }) => (expiresAt <= now ? 'expired' : 'live'))
    await settle(tx, expired, 'expired', now)
    for (const row of live) await postpone(queue, tx, row, { wait: 'retry' }, now)
    return rows
  })
  const sending = rows.filter(({ status }) => status === 'sending').length
  if (rows.length > 0) log.warn({ sending, due: rows.length - sending }, 'orphaned deliveries rescheduled')
  return rows.length
}

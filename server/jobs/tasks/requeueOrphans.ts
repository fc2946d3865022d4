import { MINUTE_MS } from '../../../contract/time.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/pool.ts'
import { SEND_LEASE_MS } from '../../limits.ts'
import type { Logger } from '../../log.ts'
import { type Loop, startLoop } from '../../loop.ts'
import { lockOrphaned } from '../../store/orphanedDeliveries.ts'
import { type Queue, unfinishedSends } from '../queue.ts'
import { postpone, settle } from './claimSends.ts'

const INTERVAL_MS = MINUTE_MS
/** A long transaction holds back every reader of the logs. */
const BATCH = 100
/** Far beyond what a send can take, were it paused and taken over in between. */
const ORPHANED_AFTER_MS = 5 * SEND_LEASE_MS

export type OrphanParts = { db: Db; clock: Clock; log: Logger; queue: Queue }

/**
 * Schedules orphaned deliveries again: those without a job. There should be none, because a delivery and its job are written
 * together and a killed sender's job runs again. Each one is a defect, or its job was given up after too many crashes.
 */
export function startRequeueingOrphans(parts: OrphanParts): Loop {
  return startLoop('requeueOrphans', parts.log, async () => ((await requeueOrphans(parts)) === BATCH ? 0 : INTERVAL_MS))
}

/** One batch. Each is retried as after a failed attempt, or ends if it has expired. @returns how many there were */
export async function requeueOrphans({ db, clock, log, queue }: OrphanParts): Promise<number> {
  const now = clock.now()
  const rows = await db.transaction().execute(async (tx) => {
    const rows = await lockOrphaned(tx, { unfinishedSends, now, afterMs: ORPHANED_AFTER_MS, limit: BATCH })
    const { expired = [], live = [] } = Object.groupBy(rows, ({ expiresAt }) => (expiresAt <= now ? 'expired' : 'live'))
    await settle(tx, expired, 'expired', now)
    for (const row of live) await postpone(queue, tx, row, { wait: 'retry' }, now)
    return rows
  })
  const sending = rows.filter(({ status }) => status === 'sending').length
  if (rows.length > 0) log.warn({ sending, due: rows.length - sending }, 'orphaned deliveries are scheduled again')
  return rows.length
}

import { MINUTE_MS } from '../../../contract/time.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/pool.ts'
import { SEND_LEASE_MS } from '../../limits.ts'
import type { Logger } from '../../log.ts'
import { type Loop, startLoop } from '../../loop.ts'
import { lockStranded } from '../../store/strandedDeliveries.ts'
import { type Queue, unfinishedSends } from '../queue.ts'
import { postpone, settle } from './claimSends.ts'

const INTERVAL_MS = MINUTE_MS
/** Whoever reads the logs waits for the transaction that plans them anew: it has to be short. */
const BATCH = 100
/** Far beyond what a send can take, were it paused and taken over in between. */
const STRANDED_AFTER_MS = 5 * SEND_LEASE_MS

export type ReplanningParts = { db: Db; clock: Clock; log: Logger; queue: Queue }

/**
 * Sees to deliveries that have lost their job. None should: a delivery and its job are written together, and a killed
 * sender's job is run again. So each one is a defect's, or of a job that was given up after breaking off again and again.
 */
export function startReplanningStranded(parts: ReplanningParts): Loop {
  return startLoop('replanStranded', parts.log, async () => ((await replanStranded(parts)) === BATCH ? 0 : INTERVAL_MS))
}

/** One batch; how many there were. Each is sent once more as after a try that failed, or ends if it has expired. */
export async function replanStranded({ db, clock, log, queue }: ReplanningParts): Promise<number> {
  const now = clock.now()
  const rows = await db.transaction().execute(async (tx) => {
    const rows = await lockStranded(tx, { unfinishedSends, now, afterMs: STRANDED_AFTER_MS, limit: BATCH })
    const { expired = [], live = [] } = Object.groupBy(rows, ({ expiresAt }) => (expiresAt <= now ? 'expired' : 'live'))
    await settle(tx, expired, 'expired', now)
    for (const row of live) await postpone(queue, tx, row, { wait: 'retry' }, now)
    return rows
  })
  const sending = rows.filter(({ status }) => status === 'sending').length
  if (rows.length > 0) log.warn({ sending, due: rows.length - sending }, 'deliveries that had lost their jobs are planned anew')
  return rows.length
}

import { type Clock, HOUR_MS } from '../../clock.ts'
import type { Db } from '../../database/pool.ts'
import { IDEMPOTENCY_RETENTION_MS, LOG_RETENTION_MS } from '../../limits.ts'
import type { Logger } from '../../log.ts'
import { type Loop, startLoop } from '../../loop.ts'
import { deleteOldKeys } from '../../store/idempotency.ts'
import { trimLogs } from '../../store/logs.ts'
import { deleteExpiredSessions } from '../../store/sessions.ts'

/** Drops what has had its time: log rows that every reader has passed, answers kept for repeats, ended sessions. */
export function startTidying(db: Db, clock: Clock, log: Logger): Loop {
  return startLoop('tidy', log, async () => {
    const now = clock.now()
    await trimLogs(db, new Date(now.getTime() - LOG_RETENTION_MS))
    await deleteOldKeys(db, new Date(now.getTime() - IDEMPOTENCY_RETENTION_MS))
    await deleteExpiredSessions(db, now)
    return HOUR_MS
  })
}

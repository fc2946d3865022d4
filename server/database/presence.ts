import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { SECOND_MS } from '../../contract/time.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { createLeadership, type Leadership } from './leadership.ts'

const CHECK_MS = SECOND_MS

/**
 * Liveness of this process, visible to others: a session-level advisory lock on a unique name, which PostgreSQL releases when
 * the connection ends or is idle too long (`leadership.ts`). A slow process keeps it.
 */
export type Presence = Pick<Loop, 'stop'> & {
  /** The name of the lock. A new name follows a lost connection, and claims under the old one may be taken over. */
  name(): string
}

/** @throws Error when the database is unreachable */
export async function startPresence(databaseUrl: string, log: Logger): Promise<Presence> {
  let name: string
  let lock: Leadership
  const appear = async () => {
    name = `sender ${randomUUID()}`
    lock = createLeadership(databaseUrl, name, log)
    await lock.hold()
  }
  await appear()
  const loop = startLoop('presence', log, async () => {
    if (!lock.isHeld()) await appear()
    return CHECK_MS
  })
  return {
    name: () => name,
    async stop() {
      await loop.stop()
      await lock.release()
    },
  }
}

/**
 * SQL: whether no live process has this name. Takes a shared lock until the transaction ends, so that the name cannot come back.
 */
export const isGone = (name: ReturnType<typeof sql>) =>
  sql<boolean>`pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0))`

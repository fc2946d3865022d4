import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { SECOND_MS } from '../../contract/time.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { createLeadership, type Leadership } from './leadership.ts'

const CHECK_MS = SECOND_MS

/**
 * Liveness of this process, visible to others: a session-level advisory lock on a name of its own, which PostgreSQL releases
 * when the connection ends or is idle for long (`leadership.ts`). A process that is merely slow keeps it.
 */
export type Presence = Pick<Loop, 'stop'> & {
  /** The name of the lock. After a lost connection there is a new name, and claims under the old one may be taken over. */
  name(): string
}

/** @throws Error when the database cannot be reached */
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

/** SQL: whether no process of this name lives. Takes the lock, shared, until the transaction ends: the name cannot come back. */
export const isGone = (name: ReturnType<typeof sql>) =>
  sql<boolean>`pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0))`

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { SECOND_MS } from '../../contract/time.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { createLeadership, type Leadership } from './leadership.ts'

const CHECK_MS = SECOND_MS

/**
 * Proof that this process lives, for others to see: a lock of a name of its own, which PostgreSQL gives up when the process
 * ends or is silent for long. A process that is merely slow keeps it.
 */
export type Presence = Pick<Loop, 'stop'> & {
  /** The name it is known by. A connection that was lost is followed by another name: what was claimed before may be taken. */
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

/** SQL: whether the process of this name is gone. Within a transaction the name is kept from coming back until its end. */
export const isGone = (name: ReturnType<typeof sql>) =>
  sql<boolean>`pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0))`

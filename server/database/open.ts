import { join } from 'node:path'
import { SECOND_MS } from '../../contract/time.ts'
import type { Logger } from '../log.ts'
import type { Settings } from '../settings.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { isDatabaseUnreachable, openPool, type Pool } from './pool.ts'

/** A server that recovers after a crash answers within this time; after it, the database counts as unreachable. */
const WAIT_MS = 60 * SECOND_MS
const RETRY_MS = 200

export type OpenDatabase = { url: string; pool: Pool; close(): Promise<void> }

/**
 * Opens the database of `DATABASE_URL`, or the embedded one in the data directory, and migrates it.
 * @throws Error when it is unreachable or the migration fails
 */
export async function openDatabase(settings: Settings, log: Logger): Promise<OpenDatabase> {
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres(join(settings.dataDir, 'postgres'))
  if (embedded?.attached) log.info('attached to the PostgreSQL of an earlier run')
  const url = settings.databaseUrl ?? embedded?.url ?? ''
  const pool = openPool(url, log)
  try {
    await whileDatabaseRecovers(log, () => migrate(pool.db))
  } catch (error) {
    await close()
    throw error
  }
  return { url, pool, close }

  async function close() {
    await pool.end()
    await embedded?.stop()
  }
}

/** Retries the work while the database is unreachable or drops the connection. */
async function whileDatabaseRecovers(log: Logger, work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + WAIT_MS
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnreachable(error) || Date.now() > deadline) throw error
      if (isFirst) log.info('waiting for the database')
      await new Promise((proceed) => setTimeout(proceed, RETRY_MS))
    }
  }
}

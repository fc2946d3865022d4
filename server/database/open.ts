import { join } from 'node:path'
import { sql } from 'kysely'
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
    await waitForDatabase(pool, log)
    await migrate(pool.db)
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

async function waitForDatabase({ db }: Pool, log: Logger): Promise<void> {
  const deadline = Date.now() + WAIT_MS
  for (let isFirst = true; ; isFirst = false) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (!isDatabaseUnreachable(error) || Date.now() > deadline) throw error
      if (isFirst) log.info('waiting for the database')
      await new Promise((proceed) => setTimeout(proceed, RETRY_MS))
    }
  }
}

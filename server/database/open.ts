import { join } from 'node:path'
import type { Logger } from '../runtime/log.ts'
import type { Settings } from '../settings.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPool, type Pool } from './pool.ts'
import { retryWhileUnreachable } from './retryWhileUnreachable.ts'

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
    const violated = await retryWhileUnreachable(
      () => migrate(pool.db),
      () => log.info('waiting for the database'),
    )
    if (violated.length > 0) log.error({ constraints: violated }, 'stored rows violate check constraints')
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

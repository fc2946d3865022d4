import { sql } from 'kysely'
import type { Db } from './pool.ts'

/**
 * Runs statements on one connection, and cancels the one that runs when the signal is aborted.
 * @throws the signal's reason when it is aborted before, else the database's "canceling statement"
 */
export async function cancellable<T>(db: Db, signal: AbortSignal, run: (connection: Db) => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    let cancelling: Promise<unknown> | undefined
    const cancel = () => {
      cancelling = sql`select pg_cancel_backend(${rows[0]?.pid}::integer)`.execute(db).catch(() => {})
    }
    signal.addEventListener('abort', cancel)
    try {
      signal.throwIfAborted()
      return await run(connection)
    } finally {
      signal.removeEventListener('abort', cancel)
      // Until then the connection is nobody else's: a late cancellation would meet the wrong statement.
      await cancelling
    }
  })
}

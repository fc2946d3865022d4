import { sql } from 'kysely'
import type { Db } from './pool.ts'

/**
 * Pools: `db` for statements that may be cancelled; `cancelling` for `pg_cancel_backend`, which must not wait for a free
 * connection of `db`.
 */
export type CancellableDb = { readonly db: Db; readonly cancelling: Db }

/**
 * Runs statements on one connection and cancels the running one when the signal is aborted.
 * @throws the signal's reason if it was aborted before, or else the database's "canceling statement"
 */
export async function cancellable<T>(
  { db, cancelling }: CancellableDb,
  signal: AbortSignal,
  run: (connection: Db) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    let cancellation: Promise<unknown> | undefined
    const cancel = () => {
      cancellation = sql`select pg_cancel_backend(${rows[0]?.pid}::integer)`.execute(cancelling).catch(() => {})
    }
    signal.addEventListener('abort', cancel)
    try {
      signal.throwIfAborted()
      return await run(connection)
    } finally {
      signal.removeEventListener('abort', cancel)
      // Keeps the connection until the cancellation is done. A late one would hit the statement of its next user.
      await cancellation
    }
  })
}

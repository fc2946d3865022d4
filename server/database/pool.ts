import { CamelCasePlugin, Kysely, NoResultError, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from '../runtime/log.ts'
import type { Database } from './schema.ts'

/** The database, or a transaction on it. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

const POOL_SIZE = 20
const CONNECT_TIMEOUT_MS = 5000
/** Longer statements are aborted, because they would hold back the log readers. */
const STATEMENT_TIMEOUT_MS = 30_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000

/** Bigints are parsed as numbers: amounts of money and log positions are far below 2^53. */
const INT8_OID = 20
const DATE_OID = 1082

export type Pool = { readonly db: Db; readonly pg: pg.Pool; end(): Promise<void> }

/** Opens a connection pool. Errors of idle connections are logged; the next query opens a new one. */
export function openPool(url: string, log: Logger, size = POOL_SIZE, statementTimeoutMs = STATEMENT_TIMEOUT_MS): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    application_name: 'lotwatch',
    // JIT compilation would take longer than any of our statements.
    options: '-c jit=off',
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
        if (oid === INT8_OID && format !== 'binary') return Number
        // A day has no time zone; as a Date it would be off by one in half of the world.
        if (oid === DATE_OID && format !== 'binary') return String
        return pg.types.getTypeParser(oid, format as 'text')
      }) as typeof pg.types.getTypeParser,
    },
  })
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // Without a listener, an error between two queries of a transaction would end the process. The next query reports it.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'database connection lost')))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, pg: pool, end: () => db.destroy() }
}

const CONNECTION_LOST_CODES = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '53300'])

const DEADLOCK_CODE = '40P01'
const MAX_DEADLOCKS = 3

/**
 * Retries a transaction that PostgreSQL has aborted to resolve a deadlock (SQLSTATE 40P01), at most three times.
 * @param run runs the whole transaction; its other effects have to be idempotent
 */
export async function retryingDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let deadlocks = 0; ; ) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK_CODE || ++deadlocks > MAX_DEADLOCKS) throw error
    }
  }
}

const FOREIGN_KEY_CODE = '23503'

/** Whether a statement referred to a row that does not exist, or no longer. */
export const isReferenceGone = (error: unknown): boolean => (error as { code?: unknown }).code === FOREIGN_KEY_CODE

/** Whether a statement that has to return a row returned none. */
export const isRowMissing = (error: unknown): boolean => error instanceof NoResultError

/** Whether the database refused a value (SQLSTATE class 22): a date out of range, a NUL in a text. */
export function isDataException(error: unknown): boolean {
  return error instanceof Error && /^22/.test(String((error as Error & { code?: unknown }).code))
}

/** Whether the error means that the database is unreachable, starting or recovering, so that a retry helps. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as Error & { code?: string }).code ?? ''
  return (
    CONNECTION_LOST_CODES.has(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(error.message)
  )
}

import pg from 'pg'
import type { Logger } from '../runtime/log.ts'

/** A cluster-wide lock that one process holds at a time, until its connection ends. */
export type Leadership = {
  /** Whether this process holds the lock. Takes it if it is free. */
  hold(): Promise<boolean>
  /** Whether this process holds the lock, without asking the database. */
  isHeld(): boolean
  release(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5000
const KEEP_ALIVE_DELAY_MS = 10_000
/** A suspended process (SIGSTOP) loses the lock after being idle for this long, and another one leads. */
const MAX_IDLE_MS = 20_000
const HEARTBEAT_MS = 5000

/** `name` is hashed to the number of a PostgreSQL advisory lock. */
export function createLeadership(databaseUrl: string, name: string, log: Logger): Leadership {
  let client: pg.Client | undefined
  let heartbeat: NodeJS.Timeout | undefined

  const drop = async () => {
    const old = client
    client = undefined
    clearInterval(heartbeat)
    await old?.end().catch(() => {})
  }

  return {
    async hold() {
      if (client) return true
      const fresh = new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
        application_name: `lotwatch ${name}`,
        options: `-c idle_session_timeout=${MAX_IDLE_MS}`,
      })
      fresh.on('error', (error) => {
        log.warn({ err: error }, `advisory lock "${name}" lost with its connection`)
        if (client !== fresh) return
        client = undefined
        clearInterval(heartbeat)
      })
      await fresh.connect()
      const { rows } = await fresh.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [name])
      if (rows[0]?.held === true) {
        client = fresh
        let isBusy = false
        const beat = async () => {
          // A client runs one query at a time; a slow one keeps the session alive by itself.
          if (isBusy) return
          isBusy = true
          await fresh.query('select 1').catch(() => {})
          isBusy = false
        }
        heartbeat = setInterval(() => void beat(), HEARTBEAT_MS).unref()
        return true
      }
      await fresh.end()
      return false
    },
    isHeld: () => client !== undefined,
    release: drop,
  }
}

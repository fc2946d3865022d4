import pg from 'pg'
import type { Logger } from '../log.ts'

/** A lock of the whole cluster that one process holds at a time, for as long as its connection lives. */
export type Leadership = {
  /** Whether this process holds the lock, taking it when it is free. */
  hold(): Promise<boolean>
  release(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5000
const KEEP_ALIVE_DELAY_MS = 10_000

/** `name` is hashed to the number that PostgreSQL's advisory locks are counted by. */
export function createLeadership(databaseUrl: string, name: string, log: Logger): Leadership {
  let client: pg.Client | undefined

  const drop = async () => {
    const old = client
    client = undefined
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
      })
      fresh.on('error', (error) => {
        log.warn({ err: error }, `the lock "${name}" was lost with its connection`)
        if (client === fresh) client = undefined
      })
      await fresh.connect()
      const { rows } = await fresh.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [name])
      if (rows[0]?.held === true) {
        client = fresh
        return true
      }
      await fresh.end()
      return false
    },
    release: drop,
  }
}

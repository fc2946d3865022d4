import pg from 'pg'
import type { Logger } from '../log.ts'

/** A lock of the whole cluster that one process holds at a time, for as long as its connection lives. */
export type Leadership = {
  /** Whether this process holds the lock, taking it when it is free. */
  hold(): Promise<boolean>
  /** Whether this process holds it, as far as it knows. */
  isHeld(): boolean
  release(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5000
const KEEP_ALIVE_DELAY_MS = 10_000
/** A suspended process (SIGSTOP) loses its lock after this silence, and another one leads. */
const SILENCE_MS = 20_000
const SIGN_OF_LIFE_MS = 5000

/** `name` is hashed to the number that PostgreSQL's advisory locks are counted by. */
export function createLeadership(databaseUrl: string, name: string, log: Logger): Leadership {
  let client: pg.Client | undefined
  let signs: NodeJS.Timeout | undefined

  const drop = async () => {
    const old = client
    client = undefined
    clearInterval(signs)
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
        options: `-c idle_session_timeout=${SILENCE_MS}`,
      })
      fresh.on('error', (error) => {
        log.warn({ err: error }, `advisory lock "${name}" lost with its connection`)
        if (client !== fresh) return
        client = undefined
        clearInterval(signs)
      })
      await fresh.connect()
      const { rows } = await fresh.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [name])
      if (rows[0]?.held === true) {
        client = fresh
        let isAsking = false
        const sayAlive = async () => {
          // A client takes one query at a time: where the last one is slow, it is the sign of life.
          if (isAsking) return
          isAsking = true
          await fresh.query('select 1').catch(() => {})
          isAsking = false
        }
        signs = setInterval(() => void sayAlive(), SIGN_OF_LIFE_MS).unref()
        return true
      }
      await fresh.end()
      return false
    },
    isHeld: () => client !== undefined,
    release: drop,
  }
}

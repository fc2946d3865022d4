import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const KIB = 1024

/** One sample of all measurements. */
export type Vitals = {
  /** ms since the soak began. */
  readonly at: number
  /** Lots listed so far. */
  readonly lots: number
  readonly users: number
  /** Pairs of a user and a lot that have existed at the same time so far. */
  readonly pairs: number
  /** Resident memory in bytes and open file descriptors, by process. */
  readonly processes: ReadonlyMap<string, { rss: number; handles: number }>
  /** Connections of all processes to the database. */
  readonly connections: number
  readonly rows: ReadonlyMap<string, number>
}

export function openVitals(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 2000, application_name: 'soak' })
  pool.on('error', () => {})

  async function countRows(): Promise<Map<string, number>> {
    const { rows: tables } = await pool.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1",
    )
    const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`).join(' union all ')
    const { rows } = await pool.query<{ name: string; count: number }>(counts)
    return new Map(rows.map(({ name, count }) => [name, count]))
  }

  return {
    /** Undefined while the database is down. */
    async measure(
      about: Pick<Vitals, 'at' | 'lots' | 'users' | 'pairs'>,
      pids: ReadonlyMap<string, number>,
    ): Promise<Vitals | undefined> {
      try {
        const { rows } = await pool.query<{ count: number }>(
          "select count(*)::int as count from pg_stat_activity where application_name like 'lotwatch%'",
        )
        const processes = new Map([...pids].flatMap(([place, pid]) => (isThere(pid) ? [[place, look(pid)] as const] : [])))
        return { ...about, processes, connections: rows[0]?.count ?? 0, rows: await countRows() }
      } catch {
        return undefined
      }
    },
    /** Cuts up to this many random connections of the processes; resolves to how many were cut. */
    async breakConnections(most: number): Promise<number> {
      try {
        const { rows } = await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name like 'lotwatch%' order by random() limit $1`,
          [most],
        )
        return rows.length
      } catch {
        return 0
      }
    },
    end: () => pool.end(),
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function look(pid: number): { rss: number; handles: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const rss = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * KIB
  return { rss, handles: readdirSync(`/proc/${pid}/fd`).length }
}

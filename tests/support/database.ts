import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { type Db, openPool, type Pool } from '../../server/database/pool.ts'

const INDEX_TIMEOUT_MS = 20_000
const LOG_TIMEOUT_MS = 20_000

/** Connection string of a fresh copy of the template, dropped when the test ends. */
export async function createDatabase(): Promise<string> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return new URL(`/${name}`, inject('postgresUrl')).href
}

/** A pool on a fresh database, and that one's connection string. */
export async function openTestPool(): Promise<Pool & { url: string }> {
  const url = await createDatabase()
  const pool = openPool(url, pino({ level: 'silent' }))
  onTestFinished(() => pool.end())
  return { ...pool, url }
}

/**
 * Waits until log readers see everything committed so far. They omit rows that are not older than the oldest running
 * transaction, which may belong to another test: transaction ids are cluster-wide.
 */
export async function awaitReadableLog(db: Db): Promise<void> {
  const { rows } = await sql<{ end: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as end`.execute(db)
  const deadline = Date.now() + LOG_TIMEOUT_MS
  for (;;) {
    const reached = await sql`select where pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.end}::xid8`.execute(db)
    if (reached.rows.length > 0) return
    if (Date.now() > deadline) throw new Error('a transaction keeps the log from being read')
    await new Promise((proceed) => setTimeout(proceed, 5))
  }
}

/** Waits until every stored auction is in the word index, which previews search. */
export async function awaitIndex(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const missing = 'select 1 from auction where id not in (select auction_id from auction_words) limit 1'
    const isIndexed = async () => (await client.query(missing)).rowCount === 0
    const deadline = Date.now() + INDEX_TIMEOUT_MS
    while (!(await isIndexed())) {
      if (Date.now() > deadline) throw new Error('the index of words does not come up with the auctions')
      await new Promise((proceed) => setTimeout(proceed, 25))
    }
  } finally {
    await client.end()
  }
}

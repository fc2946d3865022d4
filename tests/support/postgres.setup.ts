import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../server/database/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openPool } from '../../server/database/pool.ts'

const TEMPLATE = 'lotwatch_template'
const SHARED_MEMORY = '/dev/shm'
const MIN_SHARED_MEMORY_BYTES = 2 * 1024 ** 3

/** Each test copies a database of 500 files, which takes 20 ms in memory and 300 ms on a disk. */
function roomInMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= MIN_SHARED_MEMORY_BYTES
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    templateDatabase: string
  }
}

type Server = { url: string; stop(): Promise<void> }

/** The server of `TEST_DATABASE_URL`, as a superuser of another version (CI), or an embedded one in memory. */
async function openServer(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, stop: async () => {} }
  const folder = mkdtempSync(join(roomInMemory() ? SHARED_MEMORY : tmpdir(), 'lotwatch-test-'))
  const postgres = await startEmbeddedPostgres(folder)
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One PostgreSQL for the run, with a migrated database that each test file copies. */
export default async function setup(project: TestProject) {
  const server = await openServer()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  // A test's data need not outlive the machine; that of a killed process or server is kept all the same.
  for (const setting of ['fsync', 'full_page_writes']) await admin.query(`alter system set ${setting} = off`)
  await admin.query('select pg_reload_conf()')
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`)
  await admin.query(`create database ${TEMPLATE}`)
  const { rows } = await admin.query("select current_setting('server_version') as version")
  console.log(`PostgreSQL ${rows[0].version}`)
  await admin.end()

  const log = pino({ level: 'silent' })
  const url = new URL(`/${TEMPLATE}`, server.url).href
  const pool = openPool(url, log)
  await migrate(pool.db)
  await pool.end()

  project.provide('postgresUrl', server.url)
  project.provide('templateDatabase', TEMPLATE)
  return server.stop
}

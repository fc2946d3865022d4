import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { readSettings } from '../../server/settings.ts'
import { createDatabase } from '../support/database.ts'
import { eventually } from '../support/server.ts'

const log = pino({ level: 'silent' })

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

test('a connection that breaks off while the schema is migrated does not stop the start', async () => {
  const url = await createDatabase()
  const blocker = await connect(url)
  onTestFinished(() => blocker.end())
  await blocker.query('begin; lock table kysely_migration, kysely_migration_lock in access exclusive mode')

  const opening = openDatabase(readSettings({ DATABASE_URL: url }), log)
  // On a connection of its own: within a transaction the statistics stay as they were first read.
  const admin = await connect(url)
  onTestFinished(() => admin.end())
  const killWaiting = () =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
    )
  await eventually(async () => (await killWaiting()).rowCount === 1, 'the migration to wait for the lock')
  await blocker.query('commit')

  const database = await opening
  onTestFinished(() => database.close())
  expect(await database.pool.db.selectFrom('userAccount').select('id').execute()).toEqual([])
})

test('a migration that fails is named, and is not tried again', async () => {
  const url = await createDatabase()
  const admin = await connect(url)
  onTestFinished(() => admin.end())
  // The first migration makes tables that exist already.
  await admin.query("delete from kysely_migration where name = '0001-first'")
  await expect(openDatabase(readSettings({ DATABASE_URL: url }), log)).rejects.toThrow(/^migration 0001-first failed: /)
})

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { openPool, type Pool } from '../../server/database/pool.ts'

/** Connection string of a fresh copy of the template, dropped when the test ends. */
export async function createDatabase(): Promise<string> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template ${inject('templateDatabase')}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return new URL(`/${name}`, inject('postgresUrl')).href
}

/** A pool on a fresh database. */
export async function openTestPool(): Promise<Pool> {
  const url = await createDatabase()
  const pool = openPool(url, pino({ level: 'silent' }))
  onTestFinished(() => pool.end())
  return pool
}

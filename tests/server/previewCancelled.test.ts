import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../contract/time.ts'
import type { Stats } from '../../contract/user.ts'
import { openPool } from '../../server/database/pool.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

const DRAFT = { name: 'x', keywords: 'leica' }
const PATH = '/api/filters/test'

async function world() {
  let now = new Date('2026-11-20T12:00:00Z').getTime()
  const server = await startTestServer({}, { clock: { now: () => new Date(now) } })
  const { db, end } = openPool(server.databaseUrl, pino({ level: 'silent' }))
  onTestFinished(end)
  const guest = await TestUser.signIn(server.address, {}, new Date(now))
  /** Previews that wait for the locked index, and a function to unlock it. */
  const blockIndex = async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let hasLock = () => {}
    const locked = new Promise<void>((resolve) => {
      hasLock = resolve
    })
    const held = db.transaction().execute(async (tx) => {
      await sql`lock table word in access exclusive mode`.execute(tx)
      hasLock()
      await released
    })
    await locked
    return async () => {
      release()
      await held
    }
  }
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.count ?? 0
  }
  const waitFor = (count: number, what: string) => eventually(async () => (await waiting()) === count, what)
  const pass = (ms: number) => {
    now += ms
  }
  const used = async () => (await guest.get<Stats>('/api/stats')).searchesUsedMonthly
  return { ...server, guest, blockIndex, waitFor, pass, used }
}

test('a preview is cancelled with its statement when the client disconnects', async () => {
  const { address, guest, blockIndex, waitFor, used } = await world()
  const letIn = await blockIndex()
  const leaving = new AbortController()
  const asked = fetch(address + PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(DRAFT),
    signal: leaving.signal,
  })
  await waitFor(1, 'the preview at the index')
  leaving.abort()
  await expect(asked).rejects.toThrow('abort')
  await waitFor(0, 'the end of its statement, though the index is still locked')
  await letIn()
  expect(await used(), 'what nobody saw was no search').toBe(0)
})

test('a newer preview of a user supersedes the older; those of others continue', async () => {
  const { address, guest, blockIndex, waitFor } = await world()
  const other = await TestUser.signIn(address, {}, new Date('2026-11-20T12:00:00Z'))
  const letIn = await blockIndex()
  const older = guest.call('POST', PATH, DRAFT)
  const others = other.call('POST', PATH, DRAFT)
  await waitFor(2, 'both previews at the index')
  const newer = guest.call('POST', PATH, { ...DRAFT, keywords: 'leica m6' })
  expect(await older).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  await waitFor(2, 'the newer and that of the other at the index')
  await letIn()
  expect([(await newer).status, (await others).status]).toEqual([200, 200])
})

test('previews count as searches, those within a minute of typing once', async () => {
  const { guest, pass, used } = await world()
  expect(await used()).toBe(0)
  for (const keywords of ['le', 'lei', 'leic', 'leica']) {
    expect((await guest.call('POST', PATH, { ...DRAFT, keywords })).status).toBe(200)
    pass(MINUTE_MS / 2)
  }
  expect(await used()).toBe(1)
  pass(MINUTE_MS)
  await guest.call('POST', PATH, DRAFT)
  expect(await used()).toBe(2)
  expect((await guest.call('POST', PATH, { ...DRAFT, keywords: '"' })).status).toBe(422)
  pass(15 * DAY_MS)
  expect(await used(), 'a new month').toBe(0)
})

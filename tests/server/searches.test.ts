import { describe, expect, test } from 'vitest'
import type { Db } from '../../server/database/pool.ts'
import * as searches from '../../server/store/searches.ts'
import { openTestPool } from '../support/database.ts'

const LEASE_MS = 60_000
const BUDGET = { calls: 20, perMs: 3_600_000 }

async function start(keys: readonly string[] = ['a']) {
  const { db } = await openTestPool()
  await searches.registerSearches(
    db,
    keys.map((key) => ({ marketplace: 'lots', key, minIntervalMs: 1000, calls: BUDGET.calls })),
  )
  return db
}

const finish = (db: Db, row: searches.SearchRow, nextInMs = 0) =>
  searches.finishSearch(db, row, {
    isSuccess: true,
    intervalMs: 1000,
    nextInMs,
    cursor: { page: 1 },
    validators: { etag: '"1"' },
  })

async function claimOne(db: Db, owner = 'one', leaseMs = LEASE_MS): Promise<searches.SearchRow> {
  const [row] = await searches.claimSearches(db, owner, leaseMs, 1)
  if (!row) throw new Error('nothing to claim')
  return row
}

describe('a lease', () => {
  test('is given to one of several concurrent claimers', async () => {
    const db = await start(Array.from({ length: 40 }, (_, index) => `search ${index}`))
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) => searches.claimSearches(db, `claimer ${index}`, LEASE_MS, 7)),
    )
    const keys = claims.flat().map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(0)
    expect(new Set(keys).size).toBe(keys.length)
    const rest = await searches.claimSearches(db, 'last', LEASE_MS, 100)
    expect([...keys, ...rest.map(({ key }) => key)].sort()).toEqual(
      Array.from({ length: 40 }, (_, index) => `search ${index}`).sort(),
    )
  })

  test('that expired goes to the next, and the first can neither finish nor postpone', async () => {
    const db = await start()
    const lost = await claimOne(db, 'slow', 0)
    const taken = await claimOne(db, 'quick')
    expect(await finish(db, lost)).toBe(false)
    await searches.postponeSearch(db, lost, 0)
    expect(await searches.claimSearches(db, 'third', LEASE_MS, 1)).toEqual([])
    expect(await finish(db, taken)).toBe(true)
    expect(await finish(db, taken), 'a lease is given back once').toBe(false)
  })

  test('that expired is lost to the same process too', async () => {
    const db = await start()
    const lost = await claimOne(db, 'one', 0)
    const taken = await claimOne(db, 'one')
    expect(await finish(db, lost)).toBe(false)
    expect(await finish(db, taken)).toBe(true)
  })

  test('is kept while its owner renews it', async () => {
    const db = await start(['a', 'b'])
    const kept = await claimOne(db, 'living', 0)
    await searches.renewLeases(db, 'living', LEASE_MS)
    await searches.renewLeases(db, 'liv', 0)
    const [other] = await searches.claimSearches(db, 'other', LEASE_MS, 10)
    expect(other?.key).not.toBe(kept.key)
    expect(await finish(db, kept)).toBe(true)
    await searches.renewLeases(db, 'living', LEASE_MS)
    expect(await searches.claimSearches(db, 'third', LEASE_MS, 10)).toMatchObject([{ key: kept.key }])
  })

  test('of a search that is not due is not given', async () => {
    const db = await start()
    await finish(db, await claimOne(db), 60_000)
    expect(await searches.claimSearches(db, 'one', LEASE_MS, 1)).toEqual([])
    const wait = (await searches.msUntilNextSearch(db)) ?? 0
    expect(wait).toBeGreaterThan(50_000)
    expect(wait).toBeLessThanOrEqual(60_000)
  })
})

test('a success moves the cursor; a failure keeps it and is counted', async () => {
  const db = await start()
  await finish(db, await claimOne(db))
  for (const failures of [1, 2]) {
    await searches.finishSearch(db, await claimOne(db), {
      isSuccess: false,
      error: 'unreachable: x',
      intervalMs: 2000,
      nextInMs: 0,
    })
    const [health] = await searches.listMarketplaceHealth(db)
    expect(health).toMatchObject({ failures, lastError: 'unreachable: x', longestIntervalMs: 2000 })
    expect(health?.lastSuccessAt).toBeInstanceOf(Date)
  }
  const row = await claimOne(db)
  expect(row).toMatchObject({ cursor: { page: 1 }, validators: { etag: '"1"' }, isBaselineDone: true })
  await finish(db, row)
  expect((await searches.listMarketplaceHealth(db))[0]).toMatchObject({ failures: 0, lastError: null })
})

describe('the budget', () => {
  test('is never overdrawn by concurrent callers', async () => {
    const db = await start()
    const takes = await Promise.all(Array.from({ length: 60 }, () => searches.takeCall(db, 'lots', BUDGET)))
    expect(takes.filter(Boolean)).toHaveLength(BUDGET.calls)
    expect(await searches.takeCall(db, 'unknown', BUDGET)).toBe(false)
  })

  test('refills evenly up to its size', async () => {
    const db = await start()
    await db
      .updateTable('marketplaceState')
      .set({ callsLeft: 0, refilledAt: new Date(Date.now() - BUDGET.perMs / 10) })
      .execute()
    const takes = await Promise.all(Array.from({ length: 10 }, () => searches.takeCall(db, 'lots', BUDGET)))
    expect(takes.filter(Boolean)).toHaveLength(2)
    await db
      .updateTable('marketplaceState')
      .set({ refilledAt: new Date(0) })
      .execute()
    const many = await Promise.all(Array.from({ length: 40 }, () => searches.takeCall(db, 'lots', BUDGET)))
    expect(many.filter(Boolean)).toHaveLength(BUDGET.calls)
  })
})

describe('a throttled marketplace', () => {
  test('is neither searched nor called, not even by a running poll', async () => {
    const db = await start(['a', 'b'])
    await claimOne(db)
    await searches.pauseMarketplace(db, 'lots', 60_000)
    expect(await searches.claimSearches(db, 'one', LEASE_MS, 1)).toEqual([])
    expect(await searches.takeCall(db, 'lots', BUDGET)).toBe(false)
    expect(await searches.msUntilNextSearch(db)).toBeGreaterThan(50_000)
  })

  test('is paused for the longest time that it asked for, and resumed afterwards', async () => {
    const db = await start()
    await searches.pauseMarketplace(db, 'lots', 60_000)
    await searches.pauseMarketplace(db, 'lots', 1000)
    expect(await searches.msUntilNextSearch(db)).toBeGreaterThan(50_000)
    await db
      .updateTable('marketplaceState')
      .set({ pausedUntil: new Date(Date.now() - 1) })
      .execute()
    expect(await searches.takeCall(db, 'lots', BUDGET)).toBe(true)
    expect(await searches.claimSearches(db, 'one', LEASE_MS, 1)).toHaveLength(1)
  })

  test('does not delay others', async () => {
    const db = await start()
    await searches.registerSearches(
      db,
      ['lots', 'other'].map((marketplace) => ({ marketplace, key: 'a', minIntervalMs: 1000, calls: 1 })),
    )
    await searches.pauseMarketplace(db, 'lots', 60_000)
    expect(await searches.claimSearches(db, 'one', LEASE_MS, 10)).toMatchObject([{ marketplace: 'other' }])
  })
})

test('searches without a connector are deleted, and the others keep their state', async () => {
  const db = await start(['a', 'b'])
  for (const row of await searches.claimSearches(db, 'one', LEASE_MS, 2)) await finish(db, row)
  await searches.registerSearches(db, [{ marketplace: 'lots', key: 'a', minIntervalMs: 1000, calls: 1 }])
  expect(await searches.claimSearches(db, 'one', LEASE_MS, 10)).toMatchObject([{ key: 'a', cursor: { page: 1 } }])
})

import { expect, test } from 'vitest'
import type { Preview } from '../../contract/preview.ts'
import { HOUR_MS } from '../../contract/time.ts'
import { awaitIndex } from '../support/database.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { startTestServer, TestUser } from '../support/server.ts'

test('a preview counts from when auctions were first stored, and from no less than a day', async () => {
  const marketplace = new ScriptedMarketplace()
  const startedAt = new Date('2026-11-20T10:00:00Z').getTime()
  let now = startedAt
  const { address, databaseUrl } = await startTestServer(
    { ROLES: 'api,poll' },
    { connectors: [marketplace.connector], clock: { now: () => new Date(now) } },
  )
  const found = async () => {
    const guest = await TestUser.signIn(address, {}, new Date(now))
    return (await guest.call('POST', '/api/filters/test', { name: 'x', keywords: 'leica' })).body as Preview
  }
  expect(await found()).toMatchObject({ matchCount: 0, expectedPerWeek: 0, since: '2026-11-20T10:00:00.000Z' })

  for (const lot of ['a', 'b', 'c']) marketplace.put(lot, { title: `Leica ${lot}` })
  await marketplace.polled()
  await awaitIndex(databaseUrl)
  now = startedAt + HOUR_MS
  const early = await found()
  expect(early).toMatchObject({ matchCount: 3, expectedPerWeek: 21 })
  expect(Date.parse(early.since)).toBe(startedAt)

  now = startedAt + 3 * 24 * HOUR_MS
  const later = await found()
  expect(later.since).toBe(early.since)
  expect(later.expectedPerWeek).toBeCloseTo(7)

  now = startedAt + 40 * 24 * HOUR_MS
  expect(Date.parse((await found()).since), 'no longer ago than is looked at').toBe(now - 30 * 24 * HOUR_MS)
})

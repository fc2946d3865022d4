import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Auction } from '../../contract/auction.ts'
import type { AuctionExplanation, Fix } from '../../contract/explain.ts'
import { type Criterion, FilterCriteria } from '../../contract/filter.ts'
import { keywordErrors } from '../../contract/keywords.ts'
import type { Preview } from '../../contract/preview.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time.ts'
import { openPool } from '../../server/database/pool.ts'
import { changedCriteria } from '../../server/matching/explain/change.ts'
import { saveAuctions } from '../../server/store/auctions.ts'
import { naiveVerdicts } from '../matching/naive.ts'
import { auctionArbitrary, criteriaArbitrary, NOW } from '../matching/vocabulary.ts'
import { awaitIndex, createDatabase } from '../support/database.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { startTestServer, TestUser } from '../support/server.ts'

/*
 * Previews and the effects of fixes, through HTTP, the index of words and all, against a plain loop over all auctions that
 * shares no code with them.
 */

const AUCTIONS = 300
const DRAFTS = 250
const CASES = 60
const log = pino({ level: 'silent' })

async function world() {
  const databaseUrl = await createDatabase()
  const { db, end } = openPool(databaseUrl, log)
  const auctions = fc.sample(auctionArbitrary, { seed: 21, numRuns: AUCTIONS }).map((auction, index) => ({
    ...auction,
    externalId: String(index),
  }))
  await db.transaction().execute((tx) =>
    saveAuctions(
      tx,
      auctions.map(({ id, status, firstSeenAt, lastSeenAt: _, ...listing }) => ({
        ...{ id, status, listing, seenAt: new Date(firstSeenAt) },
        event: { kind: 'listed', data: {} },
      })),
    ),
  )
  // Drafts refer to them; their rows exist already.
  const connectors = ['demo', 'other'].map((id) => ({ ...new ScriptedMarketplace(id).connector, searches: [] }))
  const { address } = await startTestServer(
    { ROLES: 'api,poll', DATABASE_URL: databaseUrl },
    { connectors, clock: { now: () => new Date(NOW) } },
  )
  await awaitIndex(databaseUrl)
  await end()
  const guest = await TestUser.signIn(address, {}, new Date(NOW))
  const berlin = await guest.get<{ name: string; lat: number; lon: number }>('/api/location/10115?country=DE')
  return { auctions, guest, berlin }
}

/** Drafts that can be saved, with the place that the server knows. */
function drafts(seed: number, count: number, { lat, lon, name }: { name: string; lat: number; lon: number }): FilterCriteria[] {
  return fc
    .sample(criteriaArbitrary, { seed, numRuns: 4 * count })
    .filter((criteria) => keywordErrors(criteria).length === 0)
    .slice(0, count)
    .map((criteria) => (criteria.location ? { ...criteria, location: { ...criteria.location, lat, lon, name } } : criteria))
}

function asDraft({ location, ...rest }: FilterCriteria) {
  return { ...rest, ...(location && { location: { country: location.country, zip: location.zip, radiusKm: location.radiusKm } }) }
}

/** By which criteria an auction fails, and which are unknown, at the earliest moment at which it could have matched. */
function judged(criteria: FilterCriteria, auction: Auction) {
  const seenAt = Date.parse(auction.firstSeenAt)
  const { endsWithinMinutes } = criteria
  const nearAt = Date.parse(auction.endsAt ?? '') - (endsWithinMinutes ?? 0) * MINUTE_MS
  const now = endsWithinMinutes === undefined || Number.isNaN(nearAt) ? seenAt : Math.min(NOW, Math.max(seenAt, nearAt))
  // Without rates there is nothing to convert by.
  const verdicts = naiveVerdicts(criteria, auction, { now, convert: () => undefined })
  const excludes = (criterion: Criterion) =>
    (criteria.unknown[criterion] ?? (criterion === 'location' ? 'exclude' : 'flag')) === 'exclude'
  const failed = verdicts.filter(([one, verdict]) => verdict === 'no' || (verdict === 'unknown' && excludes(one)))
  return {
    failed: failed.map(([one]) => one),
    unknown: verdicts.filter(([, verdict]) => verdict === 'unknown').map(([one]) => one),
  }
}

const matchesOf = (criteria: FilterCriteria, auctions: readonly Auction[]) =>
  auctions.filter((auction) => judged(criteria, auction).failed.length === 0)

test('previews equal a loop over all auctions', async () => {
  const { auctions, guest, berlin } = await world()
  let found = 0
  for (const criteria of drafts(22, DRAFTS, berlin)) {
    const { status, body } = await guest.call('POST', '/api/filters/test?limit=200', asDraft(criteria))
    const what = JSON.stringify(criteria)
    expect(status, what).toBe(200)
    const preview = body as Preview
    const all = auctions.map((auction) => ({ auction, ...judged(criteria, auction) }))
    const matches = all.filter(({ failed }) => failed.length === 0)
    found += matches.length
    expect(preview.matchCount, what).toBe(matches.length)
    expect(preview.evaluated).toBe(auctions.length)
    for (const { criterion, removed } of preview.losses) {
      const alone = all.filter(({ failed }) => failed.length === 1 && failed[0] === criterion)
      expect(removed, `${criterion} of ${what}`).toBe(alone.length)
    }
    for (const { criterion, count } of preview.unknown) {
      expect(count, what).toBe(matches.filter(({ unknown }) => unknown.includes(criterion)).length)
    }
    const priced = all.filter(({ auction, failed }) => {
      const money = auction[criteria.price?.of ?? 'price']
      return money?.currency === (criteria.price?.currency ?? 'EUR') && failed.every((one) => one === 'price')
    })
    expect(
      preview.prices.buckets.reduce((sum, { count }) => sum + count, 0),
      what,
    ).toBe(priced.length)
    const sampled = preview.sample.map(({ id }) => id).toSorted()
    if (matches.length <= 200) expect(sampled).toEqual(matches.map(({ auction }) => auction.id).toSorted())
    expect(preview.perDay.reduce((sum, { count }) => sum + count, 0)).toBe(matches.length)
    expect(preview.expectedPerWeek).toBeCloseTo((matches.length / ((NOW - Date.parse(preview.since)) / DAY_MS)) * 7)
  }
  expect(found, 'drafts that find nothing show little').toBeGreaterThan(DRAFTS * 10)
})

test('the effects of fixes equal a loop over all auctions', async () => {
  const { auctions, guest, berlin } = await world()
  let fixes = 0
  for (const [index, criteria] of drafts(23, CASES, berlin).entries()) {
    const auction = auctions[(index * 7) % auctions.length]
    const asked = { auctionId: auction?.id, draft: asDraft(criteria) }
    const { status, body } = await guest.call('POST', '/api/auctions/explain', asked)
    expect(status, JSON.stringify(asked)).toBe(200)
    const before = matchesOf(criteria, auctions).length
    const told = body as AuctionExplanation
    const all: Fix[] = [...told.criteria.flatMap(({ fix }) => fix ?? []), ...told.exclusions]
    for (const fix of all) {
      const changed = changedCriteria(criteria, fix.change)
      const difference = changed ? matchesOf(FilterCriteria.parse(changed), auctions).length - before : 0
      expect([fix.added, fix.hidden], `${JSON.stringify(fix)} of ${JSON.stringify(criteria)}`).toEqual([
        Math.max(0, difference),
        Math.max(0, -difference),
      ])
      fixes++
    }
  }
  expect(fixes).toBeGreaterThan(CASES)
})

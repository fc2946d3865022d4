import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { Listing } from '../../contract/auction.ts'
import { categoryOf } from '../../contract/categories.ts'
import { MINUTE_MS } from '../../contract/time.ts'
import { demoConnector } from '../../server/marketplaces/demo/connector.ts'
import { createOutbound } from '../../server/outbound/fetch.ts'
import { outcomeAt, SOFT_CLOSE_MS } from '../../tools/demo-house/bidding.ts'
import { KINDS } from '../../tools/demo-house/goods/all.ts'
import { type Lot, lotOf, PALETTE_COUNT, VIEW_COUNT } from '../../tools/demo-house/lot.ts'
import { DRAWN_KINDS, pictureNamed } from '../../tools/demo-house/pictures/picture.ts'
import { type DemoHouse, type DemoHouseOptions, startDemoHouse } from '../../tools/demo-house/server.ts'
import { LINGER_MS, LOT_INTERVAL_MS, newestNumber } from '../../tools/demo-house/timing.ts'
import { failureOf, poll, pollListings } from '../marketplaces/support.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
const SEED = 'test'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function house(options: DemoHouseOptions = {}): Promise<DemoHouse & { time: { now: number } }> {
  const time = { now: START }
  const started = await startDemoHouse({ seed: SEED, clock: () => time.now, ...options })
  cleanups.push(() => started.close())
  return { ...started, time }
}

function connectorOf(url: string) {
  const outbound = createOutbound({ userAgent: 'test' })
  cleanups.push(() => outbound.close())
  return demoConnector({ url, outbound })
}

/** The first lot from the newest backwards that is as wanted. */
function findLot(wanted: (lot: Lot) => boolean): Lot {
  for (let number = newestNumber(START); number > newestNumber(START) - 20_000; number--) {
    const lot = lotOf(SEED, number)
    if (lot.startsAt <= START && wanted(lot)) return lot
  }
  throw new Error('no such lot')
}

describe('the lots of the house', () => {
  test('depend on seed and number alone', () => {
    const number = newestNumber(START)
    expect(lotOf(SEED, number)).toEqual(lotOf(SEED, number))
    expect(lotOf('another', number).title).not.toBe(lotOf(SEED, number).title)
  })

  test('are of many kinds, each in our taxonomy and with its picture', () => {
    expect(KINDS.length).toBeGreaterThanOrEqual(40)
    for (const kind of KINDS) {
      expect(categoryOf(kind.category)?.parent, kind.category).toBeDefined()
      expect(DRAWN_KINDS.has(kind.id), kind.id).toBe(true)
      for (let palette = 0; palette < PALETTE_COUNT; palette++) {
        for (let view = 0; view < VIEW_COUNT; view++) {
          const picture = pictureNamed(`${kind.id}-${palette}-${view}`)
          expect(picture).toMatch(/^<svg [\s\S]*<\/svg>$/)
          expect(picture).not.toMatch(/script|style=|on\w+=|undefined|NaN/)
        }
      }
    }
    expect(pictureNamed('chair-9-0') ?? pictureNamed('../etc-0-0') ?? pictureNamed('toString-0-0')).toBeUndefined()
  })

  test('vary: languages, ways of selling, what is left unsaid', () => {
    const lots = Array.from({ length: 600 }, (_, index) => lotOf(SEED, newestNumber(START) - index))
    const share = (wanted: (lot: Lot) => boolean) => lots.filter(wanted).length / lots.length
    expect(share((lot) => lot.language === 'en')).toBeGreaterThan(0.2)
    expect(share((lot) => lot.sale.kind === 'fixed')).toBeGreaterThan(0.1)
    expect(share((lot) => lot.seller.commercial)).toBeGreaterThan(0.2)
    expect(share((lot) => lot.place === undefined)).toBeGreaterThan(0.02)
    expect(share((lot) => lot.shipping.kind === 'unknown')).toBeGreaterThan(0.04)
    expect(share((lot) => lot.relistOf !== undefined)).toBeGreaterThan(0.005)
    expect(share((lot) => lot.currency === 'CHF')).toBeGreaterThan(0.05)
    expect(share((lot) => /[äöüß]/i.test(lot.title))).toBeGreaterThan(0.1)
    expect(Math.max(...lots.map((lot) => lot.title.length))).toBeLessThanOrEqual(84)
  })

  test('offered again are what went unsold, and no third time', () => {
    const again = findLot((lot) => lot.relistOf !== undefined)
    const first = lotOf(SEED, again.relistOf ?? 0)
    expect(first.relistOf).toBeUndefined()
    expect(again.title).toBe(first.title)
    expect(outcomeAt(first, [], again.startsAt)).toMatchObject({ status: 'ended', bids: [] })
  })
})

describe('bidding', () => {
  const auction = findLot((lot) => lot.sale.kind === 'auction' && outcomeAt(lot, [], lot.plannedEnd * 2).bids.length > 4)

  test('only ever raises the price, and history never changes', () => {
    const whole = outcomeAt(auction, [], auction.plannedEnd + 60 * MINUTE_MS)
    expect(whole.status).toBe('ended')
    expect(whole.soldFor).toBe(whole.bids.at(-1)?.amount)
    for (let at = auction.startsAt; at < whole.endsAt; at += 10_000) {
      const { bids } = outcomeAt(auction, [], at)
      expect(bids).toEqual(whole.bids.slice(0, bids.length))
      expect(bids.map((bid) => bid.amount)).toEqual(bids.map((bid) => bid.amount).toSorted((a, b) => a - b))
    }
  })

  test('close before the end carries the end on; after it, it counts no more', () => {
    const quiet = findLot((lot) => lot.sale.kind === 'auction' && lot.interest.bidders === 0)
    const late = quiet.plannedEnd - 1000
    expect(outcomeAt(quiet, [late], late).endsAt).toBe(late + SOFT_CLOSE_MS)
    expect(outcomeAt(quiet, [quiet.plannedEnd], quiet.plannedEnd).bids).toEqual([])
    expect(outcomeAt(quiet, [late], late + SOFT_CLOSE_MS)).toMatchObject({
      status: 'ended',
      soldFor: quiet.sale.kind === 'auction' ? quiet.sale.start : 0,
    })
  })
})

describe('the house as a server', () => {
  test('holds a few hundred lots, gives them newest first in pages, and answers 304 while nothing changes', async () => {
    const { url } = await house()
    const first = await fetch(`${url}/api/lots?sort=newest&page=1&limit=100`)
    const body = (await first.json()) as { total: number; pages: number; lots: { lot: string }[]; demo: boolean }
    expect(body.demo).toBe(true)
    expect(body.total).toBeGreaterThan(200)
    expect(body.total).toBeLessThan(900)
    expect(body.pages).toBe(Math.ceil(body.total / 100))
    const numbers = body.lots.map((lot) => Number(lot.lot))
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    const again = await fetch(`${url}/api/lots?sort=newest&page=1&limit=100`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    for (const query of ['page=0', 'limit=1000', 'sort=price', 'page=x', 'asOf=2020-01-01T00:00:00Z'])
      expect((await fetch(`${url}/api/lots?${query}`)).status).toBe(400)
  })

  test('asks those who come too often to wait, and serves them again afterwards', async () => {
    const { url, time } = await house({ limit: { burst: 3, perSecond: 0.5 } })
    const statuses = []
    for (let index = 0; index < 4; index++) statuses.push(await fetch(`${url}/api/lots?limit=1`))
    expect(statuses.map((response) => response.status)).toEqual([200, 200, 200, 429])
    expect(statuses.at(-1)?.headers.get('retry-after')).toBe('2')
    time.now += 2000
    expect((await fetch(`${url}/api/lots?limit=1`)).status).toBe(200)
  })

  test('shows a lot in both languages, as a demo, with nothing unescaped, and takes a bid without JavaScript', async () => {
    const { url, time } = await house()
    const lot = findLot((each) => each.sale.kind === 'auction' && each.plannedEnd > START + 5 * MINUTE_MS)
    const page = async (language: string) => (await fetch(`${url}/lots/${lot.number}?lang=${language}`)).text()
    expect(await page('de')).toMatch(/<html lang="de">[\s\S]*Demo: alle Lose[\s\S]*<form method="post"/)
    expect(await page('en')).toMatch(/<html lang="en">[\s\S]*Demo: all lots/)
    const before = outcomeAt(lot, [], time.now).bids.length
    const answer = await fetch(`${url}/lots/${lot.number}/bid?lang=de`, {
      method: 'POST',
      body: new URLSearchParams({ x: '1' }),
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/lots/${lot.number}?lang=de`])
    const after = (await (await fetch(`${url}/api/lots/${lot.number}`)).json()) as {
      bids: number
      history: { byHand: boolean }[]
    }
    expect([after.bids, after.history.at(-1)?.byHand]).toEqual([before + 1, true])
    const foreign = await fetch(`${url}/lots/${lot.number}/bid`, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status).toBe(403)
  })

  test('keeps bids by hand over a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'house-'))
    cleanups.push(() => rm(dataDir, { recursive: true }))
    const lot = findLot((each) => each.sale.kind === 'auction' && each.plannedEnd > START + 5 * MINUTE_MS)
    const bidsOf = async (url: string) => ((await (await fetch(`${url}/api/lots/${lot.number}`)).json()) as { bids: number }).bids
    const first = await house({ dataDir })
    const before = await bidsOf(first.url)
    await fetch(`${first.url}/lots/${lot.number}/bid`, { method: 'POST' })
    await first.close()
    // A crash has cut the last line short.
    await appendFile(join(dataDir, 'demo-bids.jsonl'), '{"lot":12')
    const second = await house({ dataDir })
    expect(await bidsOf(second.url)).toBe(before + 1)
    await fetch(`${second.url}/lots/${lot.number}/bid`, { method: 'POST' })
    await second.close()
    expect(await bidsOf((await house({ dataDir })).url)).toBe(before + 2)
  })

  test('shows ended lots for a while, then no longer', async () => {
    const { url, time } = await house()
    const lot = findLot((each) => each.sale.kind === 'auction' && each.plannedEnd > START)
    time.now = outcomeAt(lot, [], lot.plannedEnd + 60 * MINUTE_MS).endsAt + 1000
    expect(((await (await fetch(`${url}/api/lots/${lot.number}`)).json()) as { status: string }).status).toBe('ended')
    time.now += LINGER_MS
    expect((await fetch(`${url}/api/lots/${lot.number}`)).status).toBe(404)
    expect((await fetch(`${url}/lots/${lot.number}`)).status).toBe(404)
  })

  test('serves pictures that can do nothing', async () => {
    const { url } = await house()
    const picture = await fetch(`${url}/pictures/chair-1-0.svg`)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(`${url}/pictures/..%2f..%2fetc%2fpasswd`)).status).toBe(404)
  })
})

describe('the connector of the house', () => {
  test('reads all that runs, every listing as the contract wants it', async () => {
    const { url } = await house()
    const all = await pollListings(connectorOf(url), 'all')
    expect([all.complete, all.rejected]).toEqual([true, []])
    expect(new Set(all.listings.map((listing) => listing.externalId)).size).toBe(all.listings.length)
    for (const listing of all.listings) {
      expect(Listing.safeParse(listing).success).toBe(true)
      expect(Date.parse(listing.endsAt ?? '')).toBeGreaterThan(START)
      expect(listing.url.startsWith(`${url}/lots/`)).toBe(true)
    }
    const total = ((await (await fetch(`${url}/api/lots?limit=1`)).json()) as { total: number }).total
    expect(all.listings.length).toBe(total)
  })

  test('finds every new lot, back-filling what came since', async () => {
    const { url, time } = await house()
    const connector = connectorOf(url)
    let cursor = (await pollListings(connector, 'newest')).cursor
    const seen = new Set<string>()
    const from = newestNumber(time.now)
    for (const pauseMs of [3000, 5000, 400_000, 1000, 900_000]) {
      time.now += pauseMs
      const newest = await pollListings(connector, 'newest', { cursor })
      expect(newest.gap).toBeUndefined()
      for (const listing of newest.listings) seen.add(listing.externalId)
      cursor = newest.cursor
    }
    const missed = Array.from({ length: newestNumber(time.now) - from - 1 }, (_, index) => from + 1 + index)
      .filter((number) => !seen.has(String(number)))
      // Between two polls a lot may come and go: bought outright, or over in four minutes.
      .filter((number) => outcomeAt(lotOf(SEED, number), [], time.now).status === 'running')
    expect(missed).toEqual([])
  })

  test('says so when the budget does not let it reach back', async () => {
    const { url, time } = await house()
    const connector = connectorOf(url)
    const { cursor } = await pollListings(connector, 'newest')
    time.now += 120 * LOT_INTERVAL_MS
    expect((await pollListings(connector, 'newest', { cursor, calls: 0 })).gap).toBe(true)
    expect((await pollListings(connector, 'all', { calls: 2 })).complete).toBe(false)
  })

  test('is told that nothing has changed', async () => {
    const { url } = await house()
    const connector = connectorOf(url)
    const { validators, cursor } = await pollListings(connector, 'newest')
    expect(await poll(connector, 'newest', { validators, cursor })).toEqual({ kind: 'unchanged' })
  })

  test('follows a bid made by hand', async () => {
    const { url } = await house()
    const connector = connectorOf(url)
    const before = (await pollListings(connector, 'all')).listings.find((listing) => listing.bidCount === 3)
    await fetch(`${url}/lots/${before?.externalId}/bid`, { method: 'POST' })
    const after = (await pollListings(connector, 'all')).listings.find((listing) => listing.externalId === before?.externalId)
    expect(after?.bidCount).toBe(4)
    expect(after?.price?.amount).toBeGreaterThan(before?.price?.amount ?? Number.POSITIVE_INFINITY)
  })

  test('obeys the house’s limit', async () => {
    const { url } = await house({ limit: { burst: 1, perSecond: 0.1 } })
    const connector = connectorOf(url)
    expect(await failureOf(pollListings(connector, 'all'))).toBe('throttled')
  })
})

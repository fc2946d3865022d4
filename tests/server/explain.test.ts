import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Auction } from '../../contract/auction.ts'
import type { Problem } from '../../contract/errors.ts'
import { AuctionExplanation } from '../../contract/explain.ts'
import type { Filter } from '../../contract/filter.ts'
import type { Preview } from '../../contract/preview.ts'
import { type Connector, PollError } from '../../server/marketplaces/connector.ts'
import { awaitIndex } from '../support/database.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { startTestServer, TestUser } from '../support/server.ts'

const LINK = 'https://scripted.example'
const LOT = { marketplace: 'scripted', externalId: 'new', url: `${LINK}/new`, title: 'Leica Q2', images: [], buyingOptions: [] }

async function world(lots: Record<string, Parameters<ScriptedMarketplace['put']>[1]> = {}, change: Partial<Connector> = {}) {
  const marketplace = new ScriptedMarketplace()
  const connector = { ...marketplace.connector, ...change }
  for (const [id, listing] of Object.entries(lots)) marketplace.put(id, listing)
  const server = await startTestServer({ ROLES: 'api,poll' }, { connectors: [connector] })
  const guest = await TestUser.signIn(server.address)
  await marketplace.polled()
  await awaitIndex(server.databaseUrl)
  const explain = async (body: object) => {
    const { status, headers, body: answer } = await guest.call('POST', '/api/auctions/explain', body)
    return { status, headers, problem: answer as Problem, answer: status === 200 ? AuctionExplanation.parse(answer) : undefined }
  }
  const draft = (asked: object) => ({ name: 'x', ...asked })
  /** The stored auction of a title. */
  const stored = async (title: string): Promise<Auction> => {
    const { body } = await guest.call('POST', '/api/filters/test', draft({ keywords: `"${title}"` }))
    const [auction] = (body as Preview).sample
    if (!auction) throw new Error(`no auction "${title}"`)
    return auction
  }
  return { ...server, marketplace, guest, explain, draft, stored }
}

test('explains an auction criterion by criterion, with a fix and its effect', async () => {
  const { explain, draft, stored } = await world({
    a: { title: 'Leica M3', price: { amount: 20_000, currency: 'EUR' } },
    b: { title: 'Leica M6', price: { amount: 15_000, currency: 'EUR' } },
    c: { title: 'Leica M4', price: { amount: 5000, currency: 'EUR' } },
  })
  const { id } = await stored('Leica M3')
  const asked = draft({ keywords: 'leica', price: { max: 10_000, currency: 'EUR' }, maxBids: 3 })
  const { answer } = await explain({ auctionId: id, draft: asked })
  expect(answer).toMatchObject({ verdict: 'no', auction: { id, title: 'Leica M3', status: 'active' }, exclusions: [] })
  expect(answer?.criteria).toEqual([
    { criterion: 'keywords', verdict: 'yes', detail: {}, highlights: [{ field: 'title', start: 0, end: 5 }] },
    {
      criterion: 'price',
      verdict: 'no',
      detail: { amount: { amount: 20_000, currency: 'EUR' } },
      fix: {
        kind: 'raisePrice',
        criterion: 'price',
        change: { price: { max: 20_000, currency: 'EUR', of: 'price' } },
        added: 2,
        hidden: 0,
      },
    },
    { criterion: 'bids', verdict: 'yes', detail: {} },
  ])
})

test('offers exclusions for a match', async () => {
  const { explain, guest, stored } = await world({
    a: { title: 'Leica Karton', seller: { name: 'Bob' } },
    b: { title: 'Leica Karton leer' },
    c: { title: 'Leica M3', seller: { name: 'bob' } },
    d: { title: 'Leica M4' },
    e: { title: 'Leica M5' },
  })
  const filter = (await guest.call('POST', '/api/filters', { name: 'x', keywords: 'leica', commercial: false })).body as Filter
  const { id } = await stored('Leica Karton')
  const { answer } = await explain({ auctionId: id, filterId: filter.id })
  expect(answer?.verdict, 'whether the seller is private is not known').toBe('unknown')
  expect(answer?.criteria.at(-1)).toEqual({ criterion: 'commercial', verdict: 'unknown', detail: { policy: 'flag' } })
  expect(answer?.exclusions.map(({ kind, values, added, hidden }) => [kind, values, added, hidden])).toEqual(
    expect.arrayContaining([
      ['excludeWord', ['karton'], 0, 2],
      ['excludeUnknown', undefined, 0, 5],
    ]),
  )
})

test('a pasted link finds a stored auction, or the lot on its marketplace', async () => {
  const { explain, draft, stored, marketplace } = await world({ a: { title: 'Leica M3' } })
  const asked = draft({ keywords: 'leica m3' })
  const known = await explain({ url: ` ${LINK}/a?utm_source=mail `, draft: asked })
  expect(known.answer).toMatchObject({ verdict: 'yes', auction: { id: (await stored('Leica M3')).id } })
  expect(marketplace.lookUps).toBe(0)

  marketplace.lots.set('new', { listing: LOT, hasEnded: true })
  const fresh = await explain({ url: `${LINK}/new`, draft: asked })
  expect(fresh.answer).toMatchObject({ verdict: 'no', auction: { title: 'Leica Q2', status: 'ended' } })
  expect(fresh.answer?.auction.id, 'it is not stored').toBeUndefined()
  expect((await explain({ url: `${LINK}/new`, draft: draft({ keywords: 'leica' }) })).answer?.verdict).toBe('yes')
  expect(marketplace.lookUps, 'what was just read is not read again').toBe(1)

  const gone = await explain({ url: `${LINK}/gone`, draft: asked })
  expect([gone.status, gone.problem.code]).toEqual([404, 'auction_unknown'])
  expect(marketplace.lookUps).toBe(2)
})

test('a link without an id finds the lot by its listed URL', async () => {
  const { explain, draft } = await world(
    { a: { title: 'Leica M3', url: 'https://elsewhere.example/7?size=M' } },
    { lotOfLink: ({ href, origin }) => ({ kind: 'address', url: href, isOwn: origin === LINK }) },
  )
  const asked = draft({ keywords: 'leica m3' })
  const known = await explain({ url: 'https://elsewhere.example/7?size=M', draft: asked })
  expect(known.answer).toMatchObject({ verdict: 'yes', auction: { externalId: 'a' } })
  const gone = await explain({ url: `${LINK}/b`, draft: asked })
  expect([gone.status, gone.problem.code]).toEqual([404, 'auction_unknown'])
  const foreign = await explain({ url: 'https://elsewhere.example/8', draft: asked })
  expect([foreign.status, foreign.problem.errors?.[0]?.code]).toEqual([422, 'marketplace_unknown'])
})

test('an unreachable marketplace answers 503 with the time to wait, and is paused after a 429', async () => {
  const { explain, draft, marketplace } = await world()
  const body = { url: `${LINK}/new`, draft: draft({ keywords: 'leica' }) }
  marketplace.lots.set('new', () => {
    throw new PollError('unreachable', 'HTTP 500')
  })
  const down = await explain(body)
  expect([down.status, down.problem.code, Number(down.headers.get('retry-after')) > 0]).toEqual([
    503,
    'marketplace_unavailable',
    true,
  ])

  marketplace.lots.set('new', () => {
    throw new PollError('throttled', 'HTTP 429', { retryAfterMs: 90_000 })
  })
  const throttled = await explain(body)
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([503, '90'])
  const asked = marketplace.lookUps
  expect((await explain(body)).status).toBe(503)
  expect(marketplace.lookUps, 'nobody calls while it is paused').toBe(asked)
})

test('look-ups leave polling its share of the budget', async () => {
  const { explain, draft, marketplace } = await world(
    {},
    { budget: { calls: 10, perMs: 3_600_000 }, searches: [{ key: 'all', minIntervalMs: 300, maxIntervalMs: 300 }] },
  )
  const asked = draft({ keywords: 'leica' })
  const statuses: number[] = []
  for (const lot of 'abcdefghij') statuses.push((await explain({ url: `${LINK}/${lot}`, draft: asked })).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 503])
  expect(marketplace.lookUps).toBeLessThan(5)
})

test('links that lead nowhere are refused with a code', async () => {
  const { explain, draft, marketplace } = await world()
  const asked = draft({ keywords: 'leica' })
  // biome-ignore format: a table
  const bad: [string, string][] = [
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['leica', 'malformed'],
    ['https://', 'malformed'],
    [`${LINK}/${'a'.repeat(2000)}`, 'too_big'],
    ['https://user:secret@scripted.example/a', 'credentials'],
    ['http://scripted.example/a', 'scheme'],
    ['https://127.0.0.1/a', 'privateAddress'],
    ['https://[::ffff:10.0.0.1]/a', 'privateAddress'],
    ['https://0x7f.1/a', 'privateAddress'],
    ['https://metadata.internal/a', 'privateAddress'],
    ['https://ѕcripted.example/a', 'marketplace_unknown'],
    ['https://scripted.example.evil.example/a', 'marketplace_unknown'],
    ['https://www.ebay.de/itm/1', 'marketplace_unknown'],
  ]
  for (const [url, code] of bad) {
    const { status, problem } = await explain({ url, draft: asked })
    expect([status, problem.code, problem.errors?.[0]?.path, problem.errors?.[0]?.code], url).toEqual([
      422,
      'values_invalid',
      'url',
      code,
    ])
  }
  expect(marketplace.lookUps).toBe(0)
})

test("the request must name one auction and one of the user's own filters", async () => {
  const { address, explain, draft, guest, stored } = await world({ a: { title: 'Leica M3' } })
  const { id } = await stored('Leica M3')
  const mine = draft({ keywords: 'leica' })
  const fields = async (body: object) => {
    const { status, problem } = await explain(body)
    return [status, ...(problem.errors ?? []).map(({ path, code }) => `${path} ${code}`)]
  }
  expect(await fields({})).toEqual([422, 'url oneOf', 'filterId oneOf'])
  expect(await fields({ auctionId: id, url: `${LINK}/a`, draft: mine })).toEqual([422, 'url oneOf'])
  expect(await fields({ auctionId: id, filterId: randomUUID(), draft: mine })).toEqual([422, 'filterId oneOf'])
  expect(await fields({ auctionId: id, draft: mine, surprise: 1 })).toEqual([422, 'surprise unrecognized_keys'])
  expect(await fields({ auctionId: 'a', draft: mine })).toEqual([422, 'auctionId invalid_format'])
  expect(await fields({ auctionId: id, draft: draft({ keywords: '(leica' }) })).toEqual([422, 'draft.keywords unbalancedBracket'])
  const nowhere = draft({ location: { country: 'DE', zip: '00000', radiusKm: 5 } })
  expect(await fields({ auctionId: id, draft: nowhere })).toEqual([422, 'draft.location.zip location_unknown'])

  const other = await TestUser.signIn(address)
  const theirs = (await other.call('POST', '/api/filters', mine)).body as Filter
  for (const body of [
    { auctionId: id, filterId: theirs.id },
    { auctionId: id, filterId: randomUUID() },
    { auctionId: randomUUID(), draft: mine },
  ]) {
    const { status, problem } = await explain(body)
    expect([status, problem.code]).toEqual([404, 'not_found'])
  }
  expect((await new TestUser(address).call('POST', '/api/auctions/explain', { auctionId: id, draft: mine })).status).toBe(401)
  expect((await guest.call('GET', '/api/openapi.json')).body).toMatchObject({ paths: { '/api/auctions/explain': { post: {} } } })
})

import { describe, expect, test } from 'vitest'
import { Listing } from '../../contract/auction.ts'
import { CATEGORIES, categoryPath } from '../../contract/categories.ts'
import { Marketplace } from '../../contract/marketplace.ts'
import type { Connector } from '../../server/marketplaces/connector.ts'
import { demoConnector } from '../../server/marketplaces/demo/connector.ts'
import { feedConnector } from '../../server/marketplaces/feed/connector.ts'
import { createRegistry } from '../../server/marketplaces/registry.ts'
import { type Outbound, OutboundError, type OutboundErrorKind } from '../../server/outbound/fetch.ts'
import { type Answer, failureOf, outboundOf, poll, readFeed } from './support.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

type Subject = { create: (outbound: Outbound) => Connector; good: Answer }

const LOT = {
  lot: '7',
  status: 'running',
  title: 'Stühle',
  path: '/lots/7',
  pictures: ['/p.svg'],
  sale: 'auction',
  bestOffer: false,
  bids: 0,
  seller: { name: 'x', commercial: false },
  startsAt: '2026-11-20T11:00:00Z',
  endsAt: '2026-11-20T13:00:00Z',
}

/** Every connector there is; a new one is added here. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  demo: {
    create: (outbound) => demoConnector({ url: 'http://127.0.0.1:4601', outbound }),
    good: { body: JSON.stringify({ asOf: '2026-11-20T12:00:00Z', page: 1, pages: 1, lots: [LOT] }) },
  },
  feed: {
    create: (outbound) =>
      feedConnector({
        settings: { id: 'test', name: 'Test', url: 'https://feed.example/rss', country: 'DE' },
        outbound,
        readFeed,
        findPlace: () => undefined,
        now: () => NOW,
      }),
    good: {
      body: '<rss version="2.0"><channel><title>x</title><link>https://feed.example/</link><item><guid>1</guid><title>Stuhl</title><link>/1</link></item></channel></rss>',
    },
  },
}

const HOSTILE_BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '7',
  '<html><body>Please complete the captcha</body></html>',
  '<!doctype html><html><body>Wartungsarbeiten</body></html>',
  '<rss version="2.0"><channel><title>half</title><item><title>cut off',
  '{"version":"https://jsonfeed.org/version/1","items":[{"id"',
  JSON.stringify({ asOf: 'yesterday', page: 1, pages: 1, lots: [] }),
  JSON.stringify({ asOf: '2026-11-20T12:00:00Z', page: 1, pages: 1e9, lots: [] }),
  '['.repeat(50_000),
  `<rss>${'<a>'.repeat(5000)}</rss>`,
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>',
  '\u0000\u0001\u0002',
]

const HOSTILE_LOTS = [
  { ...LOT, lot: '__proto__' },
  { ...LOT, lot: '8', path: '//evil.example/' },
  { ...LOT, lot: '9', bids: -1 },
  { ...LOT, lot: '10', endsAt: 'soon' },
  { ...LOT, lot: '11', currentBid: { amount: '-5', currency: 'EUR' } },
  { ...LOT, lot: '12', title: '' },
  null,
  'lot',
]

describe.each(Object.entries(SUBJECTS))('%s', (_name, { create, good }) => {
  const connector = create(outboundOf({}))

  test('says what it is', () => {
    expect(connector.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    const { id, name, homePage, demo, criteria, terms } = connector
    const health = { state: 'starting', failures: 0 }
    const shown = {
      id,
      name,
      homePage,
      demo,
      criteria,
      ownSection: terms.ownSection,
      health,
      country: connector.country,
      currency: connector.currency,
    }
    expect(Marketplace.safeParse(shown).error).toBeUndefined()
    expect(terms.source).not.toBe('')
    expect(connector.searches.length).toBeGreaterThan(0)
    for (const search of connector.searches) {
      expect(search.minIntervalMs).toBeGreaterThan(0)
      expect(search.maxIntervalMs).toBeGreaterThanOrEqual(search.minIntervalMs)
    }
    const firstCalls = connector.searches.reduce((sum, search) => sum + connector.budget.perMs / search.minIntervalMs, 0)
    expect(connector.budget.calls).toBeGreaterThanOrEqual(firstCalls)
  })

  test('reads a good answer the same way twice, in one piece or another, from a cursor that was stored', async () => {
    for (const { key } of connector.searches) {
      const first = await poll(create(outboundOf(good)), key)
      if (first.kind !== 'listings') throw new Error('nothing read')
      expect(first.listings.length).toBe(1)
      expect(first.rejected).toEqual([])
      for (const listing of first.listings) expect(Listing.parse(listing)).toEqual(listing)
      const stored = {
        cursor: JSON.parse(JSON.stringify(first.cursor)),
        validators: JSON.parse(JSON.stringify(first.validators)),
      }
      const used = create(outboundOf(good))
      await poll(used, key)
      expect(await poll(used, key, stored)).toEqual(await poll(create(outboundOf(good)), key, stored))
    }
  })

  test.each(HOSTILE_BODIES.map((body) => [body.slice(0, 60), body]))('makes nothing of %s', async (_beginning, body) => {
    for (const { key } of connector.searches) {
      const outcome = await failureOf(poll(create(outboundOf({ body })), key))
      expect(['absurd', 'refused', 'no failure']).toContain(outcome)
      if (outcome !== 'no failure') continue
      const result = await poll(create(outboundOf({ body })), key)
      expect(result).toMatchObject({ kind: 'listings', listings: [] })
    }
  })

  test.each([
    [429, undefined, 'throttled'],
    [503, 5000, 'throttled'],
    [503, undefined, 'unreachable'],
    [500, undefined, 'unreachable'],
    [403, undefined, 'refused'],
    [401, undefined, 'refused'],
    [404, undefined, 'absurd'],
    [204, undefined, 'absurd'],
  ])('HTTP %s (wait %s) fails as %s', async (status, retryAfterMs, expected) => {
    for (const { key } of connector.searches) {
      const answer = { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
      expect(await failureOf(poll(create(outboundOf(answer)), key))).toBe(expected)
    }
  })

  test.each([
    ['refused', 'refused'],
    ['timeout', 'unreachable'],
    ['tooLarge', 'absurd'],
    ['redirects', 'refused'],
    ['unreachable', 'unreachable'],
    ['aborted', 'unreachable'],
  ] as const)('an exchange that is %s fails as %s', async (kind: OutboundErrorKind, expected) => {
    for (const { key } of connector.searches) {
      expect(await failureOf(poll(create(outboundOf(() => new OutboundError(kind, 'test'))), key))).toBe(expected)
    }
  })

  test('knows its own lots by their links, and no others', async () => {
    const [search] = connector.searches
    const result = await poll(create(outboundOf(good)), search?.key ?? '')
    for (const { externalId, url } of result.kind === 'listings' ? result.listings : []) {
      const lot = connector.lotOfLink(new URL(url))
      expect(lot).toEqual(lot?.kind === 'id' ? { kind: 'id', externalId } : { kind: 'address', url, isOwn: true })
    }
    for (const foreign of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://10.0.0.1/lots/7',
      'http://[::1]/',
      'mailto:a@b.example',
    ]) {
      expect(connector.lotOfLink(new URL(foreign)), foreign).toBeUndefined()
    }
  })

  test('knows no search that it does not name', async () => {
    await expect(poll(connector, 'toString')).rejects.toThrow(RangeError)
  })
})

test('a lot that cannot be read is rejected by its id and hides none of the others', async () => {
  const body = JSON.stringify({ asOf: '2026-11-20T12:00:00Z', page: 1, pages: 1, lots: [LOT, ...HOSTILE_LOTS] })
  const result = await poll(SUBJECTS.demo?.create(outboundOf({ body })) as Connector, 'all')
  if (result.kind !== 'listings') throw new Error('nothing read')
  expect(result.listings.map((listing) => listing.externalId)).toEqual(['7', '11'])
  expect(result.listings[1]).not.toHaveProperty('price')
  expect(result.rejected.map((rejection) => rejection.externalId)).toEqual([
    undefined,
    '8',
    '9',
    '10',
    '12',
    undefined,
    undefined,
  ])
  expect(result.complete).toBe(false)
})

test('a registry refuses connectors that would share rows', () => {
  const [demo] = Object.values(SUBJECTS).map((subject) => subject.create(outboundOf({})))
  if (demo === undefined) throw new Error('no connector')
  expect(createRegistry([demo]).get('demo')).toBe(demo)
  expect(createRegistry([demo]).get('toString')).toBeUndefined()
  expect(() => createRegistry([demo, demo])).toThrow(/two connectors/)
  expect(() => createRegistry([{ ...demo, searches: [...demo.searches, ...demo.searches] }])).toThrow(/same key/)
})

test('the taxonomy has unique ids, labels in both languages, and a path for every category', () => {
  expect(new Set(CATEGORIES.map((category) => category.id)).size).toBe(CATEGORIES.length)
  for (const { id, parent, label } of CATEGORIES) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect([label.en, label.de]).not.toContain('')
    expect(categoryPath(id)).toEqual(parent === undefined ? [id] : [parent, id])
  }
  expect(categoryPath('toString')).toBeUndefined()
})

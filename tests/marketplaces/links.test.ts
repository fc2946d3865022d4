import { expect, test } from 'vitest'
import { demoConnector } from '../../server/marketplaces/demo/connector.ts'
import { feedConnector } from '../../server/marketplaces/feed/connector.ts'
import type { FeedSettings } from '../../server/marketplaces/feed/feeds.ts'
import { failureOf, outboundOf, pollListings, readFeed } from './support.ts'

const HOUSE = 'http://127.0.0.1:4601'
const never = outboundOf(new Error('nothing is fetched') as never)
const demo = demoConnector({ url: HOUSE, publicUrl: 'http://localhost:4601', outbound: never })
const feedOf = (settings: Partial<FeedSettings> = {}, body = '') =>
  feedConnector({
    settings: { id: 'test', name: 'Test', url: 'https://feed.example/rss', ...settings },
    outbound: outboundOf({ body }),
    readFeed,
    findPlace: () => undefined,
    now: () => Date.parse('2026-11-20T12:00:00Z'),
  })

const LOT = {
  lot: '7',
  status: 'ended',
  title: 'Stühle',
  path: '/lots/7',
  pictures: [],
  sale: 'auction',
  bestOffer: false,
  bids: 0,
  seller: { name: 'x', commercial: false },
  startsAt: '2026-11-20T11:00:00Z',
  endsAt: '2026-11-20T13:00:00Z',
}

// biome-ignore format: a table
test.each([
  ['http://localhost:4601/lots/7', '7'],
  ['http://127.0.0.1:4601/lots/7?lang=de&utm_source=x#bids', '7'],
  ['http://localhost:4601/lots/007/', '7'],
  ['http://LOCALHOST:4601/lots/7', '7'],
  ['http://localhost:4601/lots/0000000000007', undefined],
  ['http://localhost:4601/lots/-7', undefined],
  ['http://localhost:4601/lots/7/bid', undefined],
  ['http://localhost:4601/', undefined],
  ['https://localhost:4601/lots/7', undefined],
  ['http://localhost/lots/7', undefined],
  ['http://localhost.evil.example:4601/lots/7', undefined],
  ['http://ⓛocalhost.evil.example/lots/7', undefined],
])('the demo house reads %s', (link, externalId) => {
  expect(demo.lotOfLink(new URL(link))).toEqual(externalId === undefined ? undefined : { kind: 'id', externalId })
})

test('a link to a feed’s lot is the address that was listed, however it was copied', async () => {
  const link = 'https://shop.example/anzeige/7?size=M&amp;utm_source=rss'
  const feed = feedOf(
    { homePage: 'https://shop.example/' },
    `<rss version="2.0"><channel><title>x</title><item><guid isPermaLink="false">abc</guid><title>Stuhl</title><link>${link}</link></item></channel></rss>`,
  )
  const [listing] = (await pollListings(feed, 'feed')).listings
  for (const copied of [
    'https://shop.example/anzeige/7?size=M',
    'https://shop.example/anzeige/7?fbclid=1&size=M&utm_campaign=y',
    'http://SHOP.example/anzeige/7?size=M#:~:text=Stuhl',
  ]) {
    expect(feed.lotOfLink(new URL(copied)), copied).toEqual({ kind: 'address', url: listing?.url, isOwn: true })
  }
})

test('a feed knows its own site, and takes no address that it could not have listed', () => {
  expect(feedOf().lotOfLink(new URL('https://elsewhere.example/7'))).toMatchObject({ isOwn: false })
  expect(feedOf().lotOfLink(new URL('https://feed.example/7'))).toMatchObject({ isOwn: true })
  for (const bad of [
    'https://10.0.0.1/7',
    'https://[::1]/7',
    'https://printer.local/7',
    'https://a:b@shop.example/7',
    'ftp://shop.example/7',
  ]) {
    expect(feedOf().lotOfLink(new URL(bad)), bad).toBeUndefined()
  }
})

test('the demo house is asked for one lot at its own address', async () => {
  const outbound = outboundOf({ body: JSON.stringify(LOT) })
  const { lookUp } = demoConnector({ url: HOUSE, publicUrl: 'http://localhost:4601', outbound })
  const lot = await lookUp?.('7', new AbortController().signal)
  expect(outbound.asked.map(({ url }) => url)).toEqual([`${HOUSE}/api/lots/7`])
  expect(lot).toMatchObject({
    hasEnded: true,
    listing: { externalId: '7', title: 'Stühle', url: 'http://localhost:4601/lots/7' },
  })
})

// biome-ignore format: a table
test.each([
  [{ status: 404 }, 'no failure'],
  [{ status: 429, retryAfterMs: 5000 }, 'throttled'],
  [{ status: 500 }, 'unreachable'],
  [{ body: '<html>captcha</html>' }, 'absurd'],
  [{ body: JSON.stringify({ ...LOT, lot: '8' }) }, 'absurd'],
])('a look-up answered with %o', async (answer, failure) => {
  const { lookUp } = demoConnector({ url: HOUSE, outbound: outboundOf(answer) })
  expect(await failureOf(Promise.resolve(lookUp?.('7', new AbortController().signal)))).toBe(failure)
})

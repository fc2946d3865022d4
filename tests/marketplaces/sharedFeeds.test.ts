import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedPostalCodes } from '../../server/location/postalCodes.ts'
import { feedConnector } from '../../server/marketplaces/feed/connector.ts'
import { createOutbound } from '../../server/outbound/fetch.ts'
import { byTitle, failureOf, poll, pollListings, readFeed } from './support.ts'

/** Feeds as RSS-Bridge makes them; not part of this repository. */
const FOLDER = new URL('../../../shared/fixtures/feeds/', import.meta.url)
const there = existsSync(FOLDER)
if (!there) console.log('skipped: no feeds in ../shared/fixtures/feeds')

const NOW = Date.parse('2026-11-20T15:00:00Z')

describe.skipIf(!there)('feeds over HTTP', () => {
  const outbound = createOutbound({ userAgent: 'test', now: () => NOW })
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    if (name === 'endless') {
      const pour = () => {
        while (!response.destroyed && response.write('<!-- -->'.repeat(10_000)));
        response.once('drain', pour)
      }
      return pour()
    }
    if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end()
    return response.writeHead(200, { 'content-type': 'application/xml', etag: '"1"' }).end(readFileSync(new URL(name, FOLDER)))
  })
  let origin = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await outbound.close()
    await new Promise((resolve) => server.close(resolve))
  })

  const connectorOf = (name: string, allowPrivateAddress = true) =>
    feedConnector({
      settings: { id: 'shared', name: 'Shared', url: `${origin}/${name}`, country: 'DE', allowPrivateAddress },
      outbound,
      readFeed,
      findPlace: seedPostalCodes().find,
      now: () => NOW,
    })

  test('Atom with an escaped title', async () => {
    const result = await pollListings(connectorOf('atom-html-title-umlaut.xml'), 'feed')
    expect(result.rejected).toEqual([])
    expect(byTitle(result, 'Schränke & Stühle Konvolut')).toMatchObject({
      url: `${origin}/lot/1?a=1&b=2`,
      price: { amount: 125_050, currency: 'EUR' },
      endsAt: '2026-11-22T17:00:00Z',
      location: { zip: '20095', place: 'Hamburg' },
    })
  })

  test('classifieds as Media RSS', async () => {
    const result = await pollListings(connectorOf('rssbridge-kleinanzeigen-shape.mrss.xml'), 'feed')
    expect(result.listings.length).toBe(2)
    expect(byTitle(result, 'Damenfahrrad 28 Zoll Größe M')).toMatchObject({
      externalId: '2912345678',
      price: { amount: 12_000, currency: 'EUR' },
      buyingOptions: ['fixedPrice', 'bestOffer'],
      location: { zip: '10115', place: 'Mitte' },
      images: ['https://img.kleinanzeigen.de/api/v1/prod-ads/images/aa/aa?rule=$_57.AUTO'],
    })
    expect(byTitle(result, 'Kinderfahrrad')).toMatchObject({
      price: { amount: 0, currency: 'EUR' },
      location: { zip: '12043', place: 'Neukölln' },
    })
  })

  test('auctions as JSON Feed, and 304 the second time', async () => {
    const connector = connectorOf('rssbridge-ebay-shape.json')
    const result = await pollListings(connector, 'feed')
    expect(byTitle(result, 'Leica M6')).toMatchObject({
      price: { amount: 151_250, currency: 'EUR' },
      shipping: { amount: 699, currency: 'EUR' },
      bidCount: 17,
      condition: 'used',
      endsAt: '2026-11-22T19:02:00Z',
      images: ['https://i.ebayimg.com/images/g/aaaa/s-l500.webp'],
    })
    expect(byTitle(result, 'Leica Elmar')).toMatchObject({ price: { amount: 24_900, currency: 'EUR' } })
    expect(await poll(connector, 'feed', result)).toEqual({ kind: 'unchanged' })
  })

  test('a body without end is cut off, a private address refused', async () => {
    expect(await failureOf(poll(connectorOf('endless'), 'feed'))).toBe('absurd')
    expect(await failureOf(poll(connectorOf('endless', false), 'feed'))).toBe('refused')
  })
})

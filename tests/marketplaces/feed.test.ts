import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { seedPostalCodes } from '../../server/location/postalCodes.ts'
import { cleanUrl } from '../../server/marketplaces/feed/cleanUrl.ts'
import { feedConnector } from '../../server/marketplaces/feed/connector.ts'
import { type FeedSettings, parseFeeds } from '../../server/marketplaces/feed/feeds.ts'
import { plainText } from '../../server/marketplaces/feed/plainText.ts'
import { type Answer, byTitle, failureOf, outboundOf, poll, pollListings, readFeed } from './support.ts'

const NOW = Date.parse('2026-11-20T14:30:00Z')
const SETTINGS: FeedSettings = { id: 'test', name: 'Test', url: 'https://bridge.example/feed', country: 'DE' }

const fixture = (name: string) => readFileSync(new URL(`../fixtures/feeds/${name}`, import.meta.url), 'utf8')
const connectorOf = (answer: Answer, settings: Partial<FeedSettings> = {}) =>
  feedConnector({
    settings: { ...SETTINGS, ...settings },
    outbound: outboundOf(answer),
    readFeed,
    findPlace: seedPostalCodes().find,
    now: () => NOW,
  })
const read = (body: string, settings: Partial<FeedSettings> = {}) => pollListings(connectorOf({ body }, settings), 'feed')
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>x</title><link>https://site.example/</link>${items.map((item) => `<item>${item}</item>`).join('')}</channel></rss>`
const eur = (amount: number) => ({ amount, currency: 'EUR' })

describe('what an entry says', () => {
  test('Atom: escaped HTML title, relative link, price, end in the feed’s time zone, place', async () => {
    const result = await read(fixture('bridge-atom.xml'))
    expect(byTitle(result, 'Schränke')).toEqual({
      marketplace: 'feed-test',
      externalId: 'urn:lot:77',
      url: 'https://www.auktion.example/los/77?a=1&b=2',
      title: 'Schränke & Stühle Konvolut',
      description: 'Aktuelles Gebot: 1.250,50 €, endet 22.11.2026 18:00 Uhr, 20095 Hamburg',
      images: [],
      buyingOptions: ['auction'],
      price: eur(125_050),
      location: { country: 'DE', zip: '20095', place: 'Hamburg', lat: 53.551, lon: 10.001, precision: 'exact' },
      endsAt: '2026-11-22T17:00:00Z',
    })
    expect(result.rejected).toEqual([{ externalId: 'urn:lot:78', reason: 'link refused: malformed' }])
  })

  test('RSS of a classifieds bridge: negotiable, given away, place, handing over, pictures', async () => {
    const result = await read(fixture('bridge-classifieds.rss'))
    expect(result.listings.map((listing) => listing.externalId)).toEqual(['4711', '4712', '4713'])
    expect(byTitle(result, 'Herrenfahrrad')).toMatchObject({
      url: 'https://www.anzeigen.example/a/rad/4711-217?page=2',
      description: 'Gut erhalten, 1 250 km gelaufen.\n10115 Mitte\n120 € VB\nVersand möglich',
      images: ['https://img.anzeigen.example/aa?rule=$_57.AUTO'],
      buyingOptions: ['fixedPrice', 'bestOffer'],
      price: eur(12_000),
      shipsTo: ['DE'],
      category: { id: 'bicycles', path: ['sports', 'bicycles'] },
      location: { country: 'DE', zip: '10115', place: 'Mitte', precision: 'exact' },
    })
    expect(byTitle(result, 'Herrenfahrrad')).not.toHaveProperty('totalPrice')
    expect(byTitle(result, 'Kinderfahrrad')).toMatchObject({
      price: eur(0),
      totalPrice: eur(0),
      pickup: true,
      shipsTo: [],
      location: { place: 'Neukölln', precision: 'region' },
    })
    const unknown = byTitle(result, 'Tandem')
    expect(unknown).not.toHaveProperty('price')
    expect(unknown).not.toHaveProperty('location')
    expect(unknown).not.toHaveProperty('endsAt')
  })

  test('JSON Feed of an auction bridge: bids, time left, shipping, range, numeric ids, attachments', async () => {
    const result = await read(fixture('bridge-auctions.json'))
    expect(byTitle(result, 'Leica M6')).toMatchObject({
      externalId: '306000000001',
      url: 'https://www.bieten.example/itm/306000000001?var=9',
      images: ['https://img.bieten.example/aaaa/s-l500.webp', 'https://www.bieten.example/pic/1.jpg'],
      buyingOptions: ['auction'],
      price: eur(151_250),
      shipping: eur(699),
      totalPrice: eur(151_949),
      bidCount: 17,
      condition: 'used',
      location: { country: 'DE', precision: 'region' },
      endsAt: '2026-11-22T19:02:00Z',
    })
    expect(byTitle(result, 'Leica Elmar')).toMatchObject({
      externalId: '306000000002',
      price: eur(24_900),
      buyingOptions: ['fixedPrice', 'bestOffer'],
    })
    expect(byTitle(result, 'No id')).toMatchObject({
      externalId: 'https://www.bieten.example/itm/3',
      description: 'Current bid: £45.00 <i>ono</i>\n0 bids\nends Nov 22, 2026 6:00 PM\nCondition: used',
      price: { amount: 4500, currency: 'GBP' },
      bidCount: 0,
      condition: 'used',
      buyingOptions: ['auction', 'bestOffer'],
      category: { id: 'lenses', path: ['cameras', 'lenses'] },
    })
    expect(result.rejected).toEqual([{ externalId: '4', reason: 'no title' }, { reason: 'no id and no link' }])
  })

  const one = async (content: string, settings: Partial<FeedSettings> = {}) => {
    const result = await read(
      rss(`<guid>1</guid><title>Ding</title><link>/1</link><description><![CDATA[${content}]]></description>`),
      settings,
    )
    return result.listings[0]
  }

  test.each([
    ['endet am 22. November 2026 um 18:00 Uhr', {}, '2026-11-22T17:00:00Z', undefined],
    ['Auktionsende: So, 22.11.26, 18:00', {}, '2026-11-22T17:00:00Z', undefined],
    ['Ende: 22.07.2026 18:00', {}, '2026-07-22T16:00:00Z', undefined],
    ['endet 22.11.2026', {}, '2026-11-22T22:59:59Z', 'day'],
    ['ends 22 Nov 2026 18:00', { country: 'GB' }, '2026-11-22T18:00:00Z', undefined],
    ['Ends: November 22nd, 2026 at 6:30 pm', { country: 'GB' }, '2026-11-22T18:30:00Z', undefined],
    ['ends 11/22/2026 6:00 PM', { country: 'US', timeZone: 'America/New_York' }, '2026-11-22T23:00:00Z', undefined],
    ['ends 22/11/2026 18:00', { country: 'GB' }, '2026-11-22T18:00:00Z', undefined],
    ['ends 2026-11-22T18:00:00Z', {}, '2026-11-22T18:00:00Z', undefined],
    ['ends 2026-11-22 18:00 (+02:00)', {}, '2026-11-22T16:00:00Z', undefined],
    ['endet 22.11.2026 18:00 MEZ', { timeZone: 'Asia/Tokyo' }, '2026-11-22T17:00:00Z', undefined],
    ['Noch 5 Min', {}, '2026-11-20T14:35:00Z', undefined],
    ['Noch 2T 4Std', {}, '2026-11-22T20:00:00Z', 'day'],
    ['3h 20m left', {}, '2026-11-20T17:50:00Z', undefined],
    ['ends in 2 hours 5 minutes', {}, '2026-11-20T16:35:00Z', undefined],
    ['Noch 1T 2Std (Sa, 17:15)', {}, '2026-11-21T16:15:00Z', undefined],
    ['Ende der Auktion: Sonntag, den 22.11.2026 um 18 Uhr', {}, '2026-11-22T17:00:00Z', undefined],
    ['Ende offen, endet 22.11.2026 18:00', {}, '2026-11-22T17:00:00Z', undefined],
    ['ends Sunday, 22 November 2026, 6 pm', { country: 'GB' }, '2026-11-22T18:00:00Z', undefined],
    ['endet 29.03.2026 02:30 Uhr', {}, '2026-03-29T01:30:00Z', undefined],
    ['endet 25.10.2026 02:30 Uhr', {}, '2026-10-25T00:30:00Z', undefined],
    ['endet 31.02.2026 18:00', {}, undefined, undefined],
    ['endet 22.11.2026 25:00', {}, undefined, undefined],
    ['gekauft am 22.11.2026 18:00', {}, undefined, undefined],
    ['ends Nov 22, 2026 6:00 PM', { country: 'US' }, undefined, undefined],
  ] as const)('%s', async (content, settings, endsAt, endPrecision) => {
    const listing = await one(content, settings)
    expect([listing?.endsAt, listing?.endPrecision]).toEqual([endsAt, endPrecision])
  })

  test.each([
    ['Preis: 80 €, Neupreis 250 €', { price: eur(8000) }],
    ['Kaffee 5 €', { price: eur(500) }],
    ['Werkstatt etwas 5 €', { price: eur(500) }],
    ['6,99 € Versand, 80 € Preis', { price: eur(8000), shipping: eur(699) }],
    ['UVP 250 € – jetzt 80 €', { price: eur(8000) }],
    ['Startpreis 50 €', { price: eur(5000), startPrice: eur(5000) }],
    ['Aktuelles Gebot 75 €, Sofort-Kaufen 120 €', { price: eur(7500), buyNowPrice: eur(12_000) }],
    ['80 € zzgl. 6,99 € Versand', { price: eur(8000), shipping: eur(699), totalPrice: eur(8699) }],
    ['80 € + Versand 4,50 €', { price: eur(8000), shipping: eur(450) }],
    ['80 €<br>Kostenloser Versand', { price: eur(8000), shipping: eur(0), totalPrice: eur(8000) }],
    ['£12.50, postage £3.20', { price: { amount: 1250, currency: 'GBP' }, shipping: { amount: 320, currency: 'GBP' } }],
    ['80 €, nur Abholung', { price: eur(8000), pickup: true, shipsTo: [], totalPrice: eur(8000) }],
    ['Zustand: Neuwertig', { condition: 'likeNew' }],
    ['Neu', { condition: 'new' }],
    ['Leider defekt, für Bastler', { condition: 'forParts' }],
    ['Standort: Garmisch', { location: { country: 'DE', place: 'Garmisch', precision: 'region' } }],
    [
      'Standort: 80331 München, Bayern',
      { location: { country: 'DE', zip: '80331', place: 'München', lat: 48.135, lon: 11.572, precision: 'exact' } },
    ],
    ['Lagerort: D-99999 Nirgendwo', { location: { zip: '99999', place: 'Nirgendwo', precision: 'region' } }],
  ])('%s', async (content, expected) => expect(await one(content)).toMatchObject(expected))

  test.each([
    ['alles neu verkabelt, nicht defekt', ['condition', 'price']],
    ['Baujahr 1990 Modell', ['location', 'price', 'endsAt']],
    ['LEGO 10497 Galaxy Explorer', ['location']],
    ['-50 € Rabatt', ['price']],
    ['VB', ['price', 'shipping']],
    ['Versand möglich', ['shipping', 'totalPrice', 'pickup']],
  ])('nothing is made up from: %s', async (content, absent) => {
    const listing = await one(content)
    for (const field of absent) expect(listing).not.toHaveProperty(field)
  })

  test('four-digit codes are places in a feed from Austria', async () => {
    expect((await one('1010 Wien', { country: 'AT' }))?.location).toMatchObject({ country: 'AT', zip: '1010', place: 'Wien' })
    expect((await one('1010 Wien'))?.location).toBeUndefined()
  })

  test('links and pictures of other origins become https; the operator’s own may be http', async () => {
    const item =
      '<guid>1</guid><title>Ding</title><link>http://old.example/1</link><description>&lt;img src="http://old.example/1.jpg"&gt;</description>'
    expect((await read(rss(item))).listings[0]).toMatchObject({
      url: 'https://old.example/1',
      images: ['https://old.example/1.jpg'],
    })
    expect((await read(rss(item.replace('http:', 'ftp:')))).rejected).toEqual([
      { externalId: '1', reason: 'link refused: scheme' },
    ])
    expect((await read(rss(item), { homePage: 'http://old.example/' })).listings[0]?.url).toBe('http://old.example/1')
  })
})

describe('reading a feed', () => {
  const bytes = (text: string, charset: 'latin1' | 'utf16le') => new Uint8Array(Buffer.from(text, charset))

  test('in the charset that it names, in HTTP, in its declaration or by its mark', async () => {
    const rdf = fixture('latin1-rdf.txt')
    const item = rss('<guid>1</guid><title>Köfferchen</title><link>/1</link>')
    const answers: Answer[] = [
      { body: bytes(rdf, 'latin1') },
      { body: bytes(item, 'latin1'), headers: { 'content-type': 'text/xml; charset=ISO-8859-1' } },
      { body: bytes(`\ufeff${item}`, 'utf16le'), headers: { 'content-type': 'text/xml; charset=utf-8' } },
      { body: `\ufeff${item}` },
      { body: bytes(item, 'latin1') },
    ]
    for (const answer of answers)
      expect((await pollListings(connectorOf(answer), 'feed')).listings[0]?.title).toMatch(/^Köfferchen/)
  })

  test('a few wrong bytes do not cost the whole feed', async () => {
    const item = rss('<guid>1</guid><title>Köfferchen</title><description>Größe 5 €, für Bücher</description><link>/1</link>')
    const whole = Buffer.from(item)
    const at = whole.indexOf('chen')
    const body = new Uint8Array(Buffer.concat([whole.subarray(0, at), Buffer.from([0xe4]), whole.subarray(at)]))
    for (const headers of [{}, { 'content-type': 'text/xml; charset=utf-8' }])
      expect((await pollListings(connectorOf({ body, headers }), 'feed')).listings[0]?.title).toBe('Köffer\ufffdchen')
  })

  test('fails, and invents nothing, when it is not what it should be', async () => {
    const item = rss('<guid>1</guid><title>Köfferchen</title><link>/1</link>')
    const failure = (answer: Answer) => failureOf(poll(connectorOf(answer), 'feed'))
    const umlauts = rss('<guid>1</guid><title>Köfferchen für größere Käufe</title><link>/1</link>')
    const inUtf8 = { 'content-type': 'text/xml; charset=utf-8' }
    expect(await failure({ body: bytes(umlauts, 'latin1'), headers: inUtf8 })).toBe('absurd')
    expect(await failure({ body: item, headers: { 'content-type': 'text/xml; charset=klingon' } })).toBe('absurd')
    expect(await failure({ body: '<html><title>Sind Sie ein Mensch? Captcha</title></html>' })).toBe('refused')
    expect(await failure({ body: '<!DOCTYPE html><html>Wartung</html>' })).toBe('absurd')
    expect(await failure({ body: '' })).toBe('absurd')
    expect(await failure({ body: item.slice(0, -20) })).toBe('absurd')
    expect(await failure({ body: fixture('bridge-auctions.json').slice(0, -40) })).toBe('absurd')
  })

  test('an empty feed is empty at first, and broken once it had entries', async () => {
    const full = await read(rss('<guid>1</guid><title>Ding</title><link>/1</link>'))
    expect((await read(rss())).listings).toEqual([])
    expect(await failureOf(poll(connectorOf({ body: rss() }), 'feed', { cursor: full.cursor }))).toBe('absurd')
  })

  test('notices that it missed entries', async () => {
    const item = (id: number) => `<guid>${id}</guid><title>Ding</title><link>/${id}</link>`
    const { cursor } = await read(rss(item(1), item(2)))
    expect((await pollListings(connectorOf({ body: rss(item(3), item(2)) }), 'feed', { cursor })).gap).toBeUndefined()
    expect((await pollListings(connectorOf({ body: rss(item(4), item(3)) }), 'feed', { cursor })).gap).toBe(true)
  })

  test('asks conditionally, within its caps', async () => {
    const outbound = outboundOf({ status: 304 })
    const connector = feedConnector({ settings: SETTINGS, outbound, readFeed, findPlace: () => undefined, now: () => NOW })
    expect(await poll(connector, 'feed', { validators: { etag: '"1"' } })).toEqual({ kind: 'unchanged' })
    expect(outbound.asked[0]?.request).toMatchObject({ validators: { etag: '"1"' }, maxBytes: 5 * 1024 * 1024, maxRedirects: 5 })
    expect(outbound.asked[0]?.request).not.toHaveProperty('privateHosts')
  })

  test('reaches a private host only where the operator says so', async () => {
    const outbound = outboundOf({ status: 304 })
    const settings = { ...SETTINGS, url: 'http://bridge.lan:3000/feed', allowPrivateAddress: true }
    await poll(feedConnector({ settings, outbound, readFeed, findPlace: () => undefined, now: () => NOW }), 'feed')
    expect(outbound.asked[0]?.request.privateHosts).toEqual(['bridge.lan:3000'])
  })

  test('is quick with entries made to be slow', async () => {
    const startedAt = performance.now()
    for (const piece of [
      '<a "',
      "<a '",
      '<!--',
      '1 ',
      'Noch 1T ',
      'Standort: ',
      '12345 A',
      'endet ',
      '€1 - ',
      '&amp',
      '<p>VB</p>',
    ]) {
      await read(
        rss(`<guid>1</guid><title>Ding</title><link>/1</link><description><![CDATA[${piece.repeat(40_000)}]]></description>`),
      )
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

describe('the parts', () => {
  test.each([
    ['https://a.example/x?id=1&utm_source=a&utm_campaign=b', 'https://a.example/x?id=1'],
    ['https://a.example/x?GCLID=1', 'https://a.example/x'],
    ['https://a.example/x?sig=a%2Fb+c&fbclid=2&b=%C3%BC', 'https://a.example/x?sig=a%2Fb+c&b=%C3%BC'],
    ['/x?a=1&b=2#foto', 'https://base.example/x?a=1&b=2#foto'],
    ['https://a.example/p.jpg#.image', 'https://a.example/p.jpg'],
    ['http://[', undefined],
  ])('%s is cleaned', (url, expected) => expect(cleanUrl(url, 'https://base.example/feed')).toBe(expected))

  test.each([
    ['<p>Gr&ouml;&szlig;e&nbsp;M</p><p>neu</p>', 'Größe\u00a0M\nneu'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<style>p{}</style>x<script>alert("</p>")</script>y', 'xy'],
    ['<a title="a > b">link</a> <!-- no --> 3 < 4', 'link 3 < 4'],
    ['&lt;b&gt;kein Tag&lt;/b&gt;', '<b>kein Tag</b>'],
    ['plain &amp; simple', 'plain & simple'],
    ['<img src="x" onerror="alert(1)">', ''],
    ['<script>never closed', ''],
  ])('%s becomes plain', (html, expected) => expect(plainText(html)).toBe(expected))
})

describe('the operator’s file', () => {
  const faultOf = (json: unknown) => {
    try {
      parseFeeds(typeof json === 'string' ? json : JSON.stringify(json), 'feeds.json')
      return 'none'
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    }
  }
  const feed = { id: 'a', name: 'A', url: 'https://a.example/rss' }

  test('is a list of feeds', () => {
    expect(parseFeeds(JSON.stringify([feed]), 'feeds.json')).toEqual([feed])
    expect(parseFeeds('[]', 'feeds.json')).toEqual([])
  })

  test.each([
    ['{', /^FeedsFileError: feeds.json: not JSON/],
    [{}, /feeds.json: the file: must be a list of feeds/],
    [[{ ...feed, url: 'file:///etc/passwd' }], /feeds.json: \[0\].url: must be an http or https address/],
    [[feed, { ...feed, id: 'Über uns' }], /\[1\].id: must be lower-case words/],
    [[{ ...feed, country: 'Germany' }], /\[0\].country/],
    [[{ ...feed, timeZone: 'Berlin' }], /\[0\].timeZone/],
    [[{ ...feed, minIntervalMinutes: 0 }], /\[0\].minIntervalMinutes/],
    [[{ ...feed, intervall: 5 }], /\[0\]: .*intervall/],
    [[{ id: 'a' }], /\[0\].name: must be a text\nfeeds.json: \[0\].url/],
    [[feed, feed], /\[1\].id: "a" is used twice/],
  ])('with a fault is told which: %j', (json, expected) => expect(faultOf(json)).toMatch(expected))
})

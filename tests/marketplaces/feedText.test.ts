import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Listing } from '../../contract/auction.ts'
import { type Entry, readFeed } from '../../server/marketplaces/feed/document.ts'
import type { FeedSettings } from '../../server/marketplaces/feed/feeds.ts'
import { parseEntries } from '../../server/marketplaces/feed/parse.ts'

const NOW = Date.parse('2026-11-20T14:30:00Z')
const SETTINGS: FeedSettings = { id: 'test', name: 'Test', url: 'https://bridge.example/feed', country: 'DE' }
const ENTRY: Entry = { id: '1', link: 'https://site.example/1', title: 'Ding', content: '', images: [], categories: [] }

/** The listing of an entry, or why there is none. */
function listingOf(entry: Partial<Entry>, settings: Partial<FeedSettings> = {}): Partial<Listing> & { reason?: string } {
  const { listings, rejected } = parseEntries([{ ...ENTRY, ...entry }], {
    marketplace: 'feed-test',
    settings: { ...SETTINGS, ...settings },
    base: 'https://site.example/',
    operatorOrigins: [],
    now: NOW,
  })
  return listings[0]?.listing ?? rejected[0] ?? {}
}

const eur = (amount: number) => ({ amount, currency: 'EUR' })

/** The same examples every time. */
const SEED = { seed: 20_261_122, numRuns: 300 }

const WORDS =
  'Verkauft wird hier, wie abgebildet, ein schöner alter Schrank aus Eiche. Er stammt aus einem Nachlass; Maße siehe Bilder! Fragen? Gern. ' +
  'Der Zustand ist dem Alter entsprechend, kleine Kratzer, sonst stabil | privat, keine Rücknahme'
const paragraph = fc.array(fc.constantFrom(...WORDS.split(' ')), { minLength: 40, maxLength: 250 })

describe('a sentence in a long paragraph is read wherever it stands', () => {
  test.each([
    ['Auktion endet am Sonntag, 22. November 2026 um 18:00 Uhr', 'DE', { endsAt: '2026-11-22T17:00:00Z' }],
    ['Auktion endet am So., 22. Nov. 2026, 18:00 Uhr', 'DE', { endsAt: '2026-11-22T17:00:00Z' }],
    ['Auction ends Sunday, Nov. 22, 2026 6:00 PM', 'GB', { endsAt: '2026-11-22T18:00:00Z' }],
    ['Preis: Fr. 1250.- VB', 'CH', { price: { amount: 125_000, currency: 'CHF' } }],
    ['Preis nur EUR 1.250,00', 'DE', { price: eur(125_000) }],
    ['Versand nach Österreich 6,99 €', 'DE', { shipping: eur(699), price: undefined }],
  ] as const)('%s', (sentence, country, expected) => {
    fc.assert(
      fc.property(paragraph, fc.nat(), (words, place) => {
        const at = place % (words.length + 1)
        const content = [...words.slice(0, at), sentence, ...words.slice(at)].join(' ')
        const listing = listingOf({ content }, { country })
        for (const [field, value] of Object.entries(expected)) expect(listing[field as keyof Listing]).toEqual(value)
      }),
      SEED,
    )
    const words = WORDS.repeat(2).split(' ')
    const lost = words.flatMap((_, at) => {
      const listing = listingOf({ content: words.toSpliced(at, 0, sentence).join(' ') }, { country })
      return Object.entries(expected).every(([field, value]) => isEqual(listing[field as keyof Listing], value)) ? [] : [at]
    })
    expect(lost).toEqual([])
  })
})

describe('what is never shown does not take the place of what is', () => {
  const long = 'iVBORw0KGgo'.repeat(8000)
  test.each([
    ['a picture in the text itself', `<p>Alt</p><img src="data:image/png;base64,${long}"><p>Preis: 80 €</p>`],
    ['a style sheet', `<p>Alt</p><style>${'p { color: red }\n'.repeat(5000)}</style><p>Preis: 80 €</p>`],
    ['a comment', `<p>Alt</p><!-- ${long} --><p>Preis: 80 €</p>`],
  ])('%s', (_, html) => {
    const content = `${html}<img src="https://img.example/1.jpg">`
    expect(listingOf({ content })).toMatchObject({
      description: 'Alt\nPreis: 80 €',
      price: eur(8000),
      images: ['https://img.example/1.jpg'],
    })
  })

  test('a long text is cut without a rest of a tag', () => {
    const content = `${'wort '.repeat(7990)}<a href="https://site.example/${'x'.repeat(300)}">Preis</a>`
    expect(listingOf({ content }).description).toMatch(/^(?:wort ?)+$/)
  })
})

describe('a label in a cell or line of its own', () => {
  test.each([
    ['<tr><td>Preis</td><td>80,00 €</td></tr><tr><td>Versand</td><td>6,99 €</td></tr>', { price: eur(8000), shipping: eur(699) }],
    ['<td>Versand</td><td>6,99 €</td>', { price: undefined, shipping: eur(699) }],
    ['Startpreis:<br>1,00 €', { startPrice: eur(100), price: eur(100) }],
    ['<p>Schätzpreis</p><p>2.000 €</p><p>Startpreis</p><p>800 €</p>', { startPrice: eur(80_000), price: eur(80_000) }],
    ['Sofort-Kaufen<br>EUR 120,00', { buyNowPrice: eur(12_000) }],
    ['Est. 2.000 €, Startpreis 800 €', { startPrice: eur(80_000), price: eur(80_000) }],
    ['Estimate: 2.000 € – 3.000 €', { price: undefined }],
    ['Nur Abholung, kein Versand.<br>80 €', { price: eur(8000), shipping: undefined }],
    ['Kostenloser Versand<br>80 €', { price: eur(8000), shipping: eur(0) }],
    ['Versand möglich<br>80 €', { price: eur(8000), shipping: undefined }],
  ])('%s', (content, expected) => {
    const listing = listingOf({ content })
    for (const [field, value] of Object.entries(expected)) expect(listing[field as keyof Listing]).toEqual(value)
  })
})

describe('the end', () => {
  const newYork = { country: 'US', timeZone: 'America/New_York' }
  test.each([
    ['ends 11/26/2026 7:00 PM PST', newYork, '2026-11-27T03:00:00Z', undefined],
    ['ends 11/26/2026 7:00 PM (MST)', newYork, '2026-11-27T02:00:00Z', undefined],
    ['ends 11/26/2026 7:00 PM CST', { country: 'US' }, '2026-11-27T01:00:00Z', undefined],
    ['ends Nov 26, 2026 7:00 PM EST', { country: 'US' }, '2026-11-27T00:00:00Z', undefined],
    ['ends 7/26/2026 7:00 PM EDT', newYork, '2026-07-26T23:00:00Z', undefined],
    ['ends 7/26/2026 7:00 PM CDT', newYork, '2026-07-27T00:00:00Z', undefined],
    ['ends 7/26/2026 7:00 PM MDT', newYork, '2026-07-27T01:00:00Z', undefined],
    ['ends 7/26/2026 7:00 PM PDT', newYork, '2026-07-27T02:00:00Z', undefined],
    ['ends 11/26/2026 7:00 PM AEST', newYork, '2026-11-27T04:59:59Z', 'day'],
    ['ends 11/26/2026 7:00 PM ET', newYork, '2026-11-27T04:59:59Z', 'day'],
    ['noch 2 Tage', {}, '2026-11-23T15:00:00Z', 'day'],
    ['3 hours left', {}, '2026-11-20T19:00:00Z', 'day'],
    ['Restzeit: 1 Tag 02:33:10', {}, '2026-11-21T17:03:10Z', undefined],
    ['Restzeit: 02:33:10', {}, '2026-11-20T17:03:10Z', undefined],
    ['1 day, 02:33:10 left', {}, '2026-11-21T17:03:10Z', undefined],
    ['endet 22.11.2026 18:00 EUR 50', {}, '2026-11-22T17:00:00Z', undefined],
    ['endet 22.11.2026 18:00 UHR', {}, '2026-11-22T17:00:00Z', undefined],
    ['endet 22.11.2026 18:00 Uhr VB', {}, '2026-11-22T17:00:00Z', undefined],
  ] as const)('%s', (content, settings, endsAt, endPrecision) => {
    const listing = listingOf({ content }, settings)
    expect([listing.endsAt, listing.endPrecision]).toEqual([endsAt, endPrecision])
  })
})

describe('bids, condition and shipping', () => {
  test.each([
    ['Bids: 5', { bidCount: 5 }],
    ['Gebote: 12', { bidCount: 12 }],
    ['Anzahl Gebote: 0', { bidCount: 0 }],
    ['1,234 bids', { bidCount: 1234 }],
    ['1.234 Gebote', { bidCount: 1234 }],
    ['Bids: 5, 3 days left', { bidCount: 5 }],
    ['Gebote: 12,50 €', { bidCount: undefined }],
    ['Gebote: 1.250 €', { bidCount: undefined }],
    ['Used for display only', { condition: undefined }],
    ['Used, very good', { condition: 'used' }],
    ['Not working remotely', { condition: undefined }],
    ['Laptop, not working', { condition: 'forParts' }],
    ['no defekt', { condition: undefined }],
    ['keine Defekte', { condition: undefined }],
    ['Leider defekt', { condition: 'forParts' }],
    ['80 €<br>Kein kostenloser Versand', { shipping: undefined }],
    ['80 €, no free shipping', { shipping: undefined }],
    ['80 €<br>Kostenloser Versand', { shipping: eur(0) }],
    ['80 €, versandkostenfrei', { shipping: eur(0) }],
  ])('%s', (content, expected) => {
    const listing = listingOf({ content })
    for (const [field, value] of Object.entries(expected)) expect(listing[field as keyof Listing]).toEqual(value)
  })
})

describe('feeds as they are written', () => {
  const entriesOf = (document: string): Partial<Entry>[] => {
    const feed = readFeed(document)
    return feed.kind === 'feed' ? [...feed.entries] : [{ content: feed.kind === 'fault' ? feed.fault : feed.kind }]
  }
  const rss = (item: string) =>
    `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>x</title><item>${item}</item></channel></rss>`
  const jsonFeed = (item: object, version = 'https://jsonfeed.org/version/1.1') =>
    JSON.stringify({ version, items: [{ id: '1', url: 'https://a.example/1', title: 'Ding', content_text: 'a', ...item }] })

  test.each([
    ['<guid>https://a.example/1</guid>', 'https://a.example/1'],
    ['<guid isPermaLink="true">https://a.example/1</guid>', 'https://a.example/1'],
    ['<guid isPermaLink="false">https://a.example/1</guid>', undefined],
    ['<guid>4711</guid>', undefined],
    ['<guid>1</guid><a10:link href="https://a.example/1"/>', 'https://a.example/1'],
    ['<atom:link rel="self" href="https://a.example/s"/><atom:link rel="alternate" href="/1"/>', '/1'],
    ['<guid>https://a.example/2</guid><link>https://a.example/1</link>', 'https://a.example/1'],
  ])('the link of the item %s', (item, link) => expect(entriesOf(rss(item))[0]?.link).toBe(link))

  test('elements of other vocabularies do not win over plain ones', () => {
    const media = '<media:title>photo</media:title><media:description>a photo</media:description>'
    expect(entriesOf(rss(`${media}<title>Ding</title><description>5 €</description>`))[0]).toMatchObject({
      title: 'Ding',
      content: '5 €',
    })
    const content = '<media:content url="/1.jpg"><media:title>photo</media:title></media:content>'
    const entry = `${content}${media}<title>Ding</title><content type="html">5 €</content>`
    expect(entriesOf(`<feed xmlns:media="http://search.yahoo.com/mrss/"><entry>${entry}</entry></feed>`)[0]).toMatchObject({
      title: 'Ding',
      content: '5 €',
    })
  })

  test('a root may have a prefix, and no more than 500 entries of it are read', () => {
    const entry = '<atom:entry><atom:id>1</atom:id><atom:title>Ding</atom:title><atom:link href="/1"/></atom:entry>'
    const feed = `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">${entry.repeat(600)}</atom:feed>`
    expect(entriesOf(feed)).toHaveLength(500)
    expect(entriesOf(feed)[0]).toMatchObject({ id: '1', title: 'Ding', link: '/1' })
  })

  test.each([
    ['<br />\n<b>Warning</b>: Undefined variable in <b>/var/www/feed.php</b>'],
    ['<script src="https://a.example/x.js"></script>'],
    ['\0\0\0'],
    [`<!-- ${'generated '.repeat(500)} -->`],
    ['<!-- never closed'],
  ])('what stands behind the end of a feed does not refuse it (%#)', (junk) => {
    expect(entriesOf(rss('<guid>1</guid><title>Ding</title>') + junk)).toMatchObject([{ id: '1', title: 'Ding' }])
  })

  test('an end inside a text is none', () => {
    const cut = rss('<title>Ding</title><description><![CDATA[so endet es: </rss> und weiter]]></description>').slice(0, -30)
    for (const document of [cut, cut.slice(0, cut.indexOf(' und'))])
      expect(entriesOf(document)).toEqual([{ content: 'the feed is truncated or not XML' }])
  })

  test.each([
    ['a version with a slash', jsonFeed({}, 'https://jsonfeed.org/version/1.1/'), { title: 'Ding', content: 'a' }],
    ['tags that are no list', jsonFeed({ tags: 'uhr' }), { title: 'Ding', categories: [] }],
    ['attachments that are no list', jsonFeed({ attachments: {} }), { title: 'Ding', images: [] }],
    ['a picture that is no text', jsonFeed({ image: {} }), { title: 'Ding', images: [] }],
    ['empty HTML', jsonFeed({ content_html: '' }), { content: 'a' }],
  ])('JSON with %s', (_, document, expected) => expect(entriesOf(document)).toMatchObject([expected]))
})

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

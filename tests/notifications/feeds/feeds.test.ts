import { parseFeed } from '@rowanmanning/feed-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atomFeed } from '../../../server/notifications/feeds/atom.ts'
import { jsonFeed } from '../../../server/notifications/feeds/jsonFeed.ts'
import { hostileText } from '../messages/hostileTexts.ts'
import { aMatch, SOURCE } from './support.ts'

const PRICE_CHANGE_AT = '2026-11-20T11:00:00.000Z'

describe('a feed', () => {
  test('is parsed by other libraries: Atom and JSON have the same contents', () => {
    const events = [{ kind: 'priceChange' as const, at: PRICE_CHANGE_AT }]
    const matches = [aMatch({ events }), aMatch({ id: '01930000-0000-7000-8000-000000000005', auction: { status: 'gone' } })]
    const url = 'https://lotwatch.example/auctions/01930000-0000-7000-8000-000000000002'
    const id = 'urn:uuid:01930000-0000-7000-8000-000000000004'
    const feed = parseFeed(atomFeed(matches, SOURCE))
    expect(feed).toMatchObject({ title: 'Cameras · Lotwatch', self: SOURCE.selfUrl, language: 'en', items: { length: 2 } })
    const [first, second] = feed.items
    const [published, updated] = [new Date('2026-11-20T10:00:00.000Z'), new Date(PRICE_CHANGE_AT)]
    expect(first).toMatchObject({ id, title: 'Leica M6', url, published, updated })
    expect(first?.content).toContain('<img src="https://lots.example/a.jpg" alt="">')
    expect(first?.content).toContain('<p>€125.50 · 3 bids · ends Sat')
    expect(first?.content).toContain('<a href="https://lots.example/a">lots</a>')
    expect(second?.content).toContain('<p>no longer on sale · €125.50')

    const json = JSON.parse(jsonFeed(matches, SOURCE))
    expect(json).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', title: feed.title, feed_url: feed.self })
    expect(json.items[0]).toMatchObject({
      ...{ id, title: 'Leica M6', url, external_url: 'https://lots.example/a', image: 'https://lots.example/a.jpg' },
      ...{ date_published: published.toISOString(), date_modified: PRICE_CHANGE_AT, tags: ['Cameras'] },
      _lotwatch: { price: { amount: 12_550, currency: 'EUR' }, endsAt: '2026-11-21T10:00:00.000Z', status: 'active' },
    })
    expect(json.items.map((item: { content_html: string }) => item.content_html)).toEqual([first?.content, second?.content])
  })

  test('without matches is valid', () => {
    expect(parseFeed(atomFeed([], SOURCE))).toMatchObject({ title: 'Cameras · Lotwatch', updated: SOURCE.createdAt, items: [] })
    expect(JSON.parse(jsonFeed([], SOURCE)).items).toEqual([])
  })

  test('is in German, with a title for all matches if it has no filter', () => {
    const { filterName: _, ...source } = SOURCE
    const feed = parseFeed(atomFeed([aMatch()], { ...source, locale: 'de' }))
    expect(feed).toMatchObject({ title: 'Lotwatch: alle Treffer', language: 'de' })
    expect(feed.items[0]?.url).toBe('https://lotwatch.example/de/auctions/01930000-0000-7000-8000-000000000002')
  })
})

const ATOM_TAGS = 'feed id title updated author name link entry published content'.split(' ')
const HTML_TAGS = 'p a img'.split(' ')
/** XML 1.0, section 2.2: all that a document may hold. */
const LEGAL = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/** The names of all tags; throws if other text contains an unescaped tag, an unknown entity or a CDATA end. */
function tagsOf(markup: string): Set<string> {
  const outside = markup.replaceAll(/<\/?[a-z]+(?: [a-z:]+="[^"<>]*")*\/?>/g, '')
  expect(outside).not.toMatch(/[<>"]/)
  expect(markup).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/)
  return new Set([...markup.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name ?? ''))
}

test('escapes hostile texts and removes characters that are illegal in XML', () => {
  fc.assert(
    fc.property(hostileText, hostileText, fc.constantFrom('en', 'de'), (title, other, locale) => {
      const auction = {
        title,
        location: { place: other, precision: 'exact' as const },
        images: ['https://lots.example/"><script>'],
      }
      const match = aMatch({ auction, filterNames: [other] })
      const source = { ...SOURCE, locale, filterName: other }
      const atom = atomFeed([match], source).replace('<?xml version="1.0" encoding="UTF-8"?>', '')
      expect(atom).toMatch(LEGAL)
      expect([...tagsOf(atom)].filter((name) => !ATOM_TAGS.includes(name))).toEqual([])
      const html = unescaped(/<content type="html">(.*)<\/content>/s.exec(atom)?.[1] ?? '<missing>')
      expect([...tagsOf(html)].filter((name) => !HTML_TAGS.includes(name))).toEqual([])
      const [item] = JSON.parse(jsonFeed([match], source)).items
      expect(item.content_html.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')).toBe(html)
    }),
    { numRuns: 300 },
  )
})

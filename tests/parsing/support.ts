import type { FeedDocument } from '../../server/marketplaces/feed/read.ts'

/** A feed document of a German marketplace, as the connector hands it over. */
export function feedDocument(text: string): FeedDocument {
  return {
    body: new TextEncoder().encode(text),
    contentType: null,
    url: 'https://feed.example/rss',
    context: {
      marketplace: 'feed-test',
      settings: { id: 'test', name: 'Test', url: 'https://feed.example/rss', country: 'DE' },
      operatorOrigins: [],
      now: Date.parse('2026-11-20T14:30:00Z'),
    },
  }
}

export const rss = (...parts: string[]) => `<rss version="2.0"><channel><title>x</title>${parts.join('')}</channel></rss>`

export const item = (id: number | string, description = '', title = `Lot ${id}`) =>
  `<item><guid>${id}</guid><title>${title}</title><link>https://feed.example/${id}</link><description>${description}</description></item>`

import type { Match } from '../../../contract/match.ts'
import { type FeedSource, feedTitle, toEntry } from './entry.ts'

/** Matches as a JSON Feed 1.1, in the order given. `_lotwatch` holds machine-readable values. */
export function jsonFeed(matches: readonly Match[], source: FeedSource): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(source),
    home_page_url: source.publicUrl,
    feed_url: source.selfUrl,
    language: source.locale,
    authors: [{ name: 'Lotwatch' }],
    items: matches.map((match) => {
      const { auction, filters } = match
      const entry = toEntry(match, source)
      return {
        id: entry.id,
        url: entry.url,
        external_url: entry.marketplaceUrl,
        title: entry.title,
        content_html: entry.html,
        image: entry.image,
        date_published: entry.publishedAt,
        date_modified: entry.updatedAt,
        tags: filters.map(({ name }) => name),
        _lotwatch: {
          marketplace: auction.marketplace,
          price: auction.price,
          bidCount: auction.bidCount,
          endsAt: auction.endsAt,
          status: auction.status,
        },
      }
    }),
  })
}

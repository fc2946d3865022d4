import { decodeDocument } from './charset.ts'
import { readFeed } from './document.ts'
import { type FeedContext, type ParsedEntries, parseEntries } from './parse.ts'

/** A feed as it came in. */
export type FeedDocument = {
  readonly body: Uint8Array
  readonly contentType: string | null
  /** Where it came from: what relative links hang on unless `homePage` or the feed says otherwise. */
  readonly url: string
  readonly homePage?: string
  readonly context: Omit<FeedContext, 'base'>
}

/** What a feed says; `fault`: why it is not a feed. `captcha`: a page that asks whether we are human. */
export type FeedReading =
  | ({ readonly kind: 'feed' } & ParsedEntries & { readonly entries: number })
  | { readonly kind: 'captcha' }
  | { readonly kind: 'fault'; readonly fault: string }

/**
 * Parses a feed and its entries: all work on untrusted text, so that it can run in a thread. Never throws on bad documents.
 * @param begin see `parseEntries`
 */
export function readFeedDocument(document: FeedDocument, begin?: (entry: number) => void): FeedReading {
  const text = decodeDocument(document.body, document.contentType)
  if (text === undefined) return { kind: 'fault', fault: 'the feed is not written in the charset that it names' }
  const feed = readFeed(text, begin)
  if (feed.kind !== 'feed') return feed
  const base = URL.parse(document.homePage ?? feed.homePage ?? '', document.url)?.href ?? document.url
  return { kind: 'feed', entries: feed.entries.length, ...parseEntries(feed.entries, { ...document.context, base }, begin) }
}

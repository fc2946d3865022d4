import { decodeDocument } from './charset.ts'
import { readFeed } from './document.ts'
import { type FeedContext, type ParsedEntries, parseEntries } from './parse.ts'

/** A feed as received. */
export type FeedDocument = {
  readonly body: Uint8Array
  readonly contentType: string | null
  /** The feed's URL: the base of relative links unless `homePage` or the feed sets another. */
  readonly url: string
  readonly homePage?: string
  readonly context: Omit<FeedContext, 'base'>
}

/** `fault`: why it is not a feed. `captcha`: the site requires a CAPTCHA. */
export type FeedReading =
  | ({ readonly kind: 'feed' } & ParsedEntries & { readonly entries: number })
  | { readonly kind: 'captcha' }
  | { readonly kind: 'fault'; readonly fault: string }

/**
 * Parses a feed and its entries, that is, all untrusted text, so that it can run in a worker thread. Never throws on bad
 * documents.
 * @param begin see `parseEntries`
 */
export function readFeedDocument(document: FeedDocument, begin?: (entry: number) => void): FeedReading {
  const text = decodeDocument(document.body, document.contentType)
  if (text === undefined) return { kind: 'fault', fault: 'the feed is not in its declared charset' }
  const feed = readFeed(text, begin)
  if (feed.kind !== 'feed') return feed
  const base = URL.parse(document.homePage ?? feed.homePage ?? '', document.url)?.href ?? document.url
  return { kind: 'feed', entries: feed.entries.length, ...parseEntries(feed.entries, { ...document.context, base }, begin) }
}

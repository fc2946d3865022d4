import * as z from 'zod/mini'
import type { Listing } from '../../../contract/auction.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { Outbound, OutboundResponse } from '../../outbound/fetch.ts'
import { validateLink } from '../../outbound/validateUrl.ts'
import { type Connector, PollError, type PollRequest, type PollResult, type Rejection } from '../connector.ts'
import { throwPollError } from '../failure.ts'
import { cleanUrl } from './cleanUrl.ts'
import { countryDefaults } from './country.ts'
import { choosePlace } from './extract/places.ts'
import type { FeedSettings } from './feeds.ts'
import type { FeedDocument, FeedReading } from './read.ts'
import { DEFAULT_MIN_INTERVAL_MS, FEED_TERMS, feedBudget, MAX_INTERVAL_FACTOR } from './terms.ts'

const MAX_FEED_BYTES = 5 * 1024 * 1024
const DEADLINE_MS = 20_000
const MAX_REDIRECTS = 5
/** Enough to detect whether two polls overlap, in any order of the feed. */
const MAX_SEEN_IDS = 200
const ACCEPT =
  'application/feed+json, application/atom+xml, application/rss+xml, application/json;q=0.9, application/xml;q=0.8, */*;q=0.1'

export type FeedConnectorOptions = {
  readonly settings: FeedSettings
  readonly outbound: Outbound
  /** Looks up a postal code, for coordinates that feeds lack. */
  readonly findPlace: Parameters<typeof choosePlace>[1]
  /**
   * Parses a feed in a worker thread.
   * @throws ParsingError
   */
  readonly readFeed: (document: FeedDocument) => Promise<FeedReading>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The ids of the last poll's entries. */
const Cursor = z.object({ seen: z.array(z.string()) })

/**
 * Reads one RSS, RDF, Atom or JSON feed. A feed lists only the newest entries, so a poll is never `complete`, and absence ends
 * nothing. A feed that had entries and now has none counts as broken.
 */
export function feedConnector(options: FeedConnectorOptions): Connector {
  const { settings } = options
  const marketplace = `feed-${settings.id}`
  const currency = settings.currency ?? countryDefaults(settings.country).currency
  const minIntervalMs =
    settings.minIntervalMinutes === undefined ? DEFAULT_MIN_INTERVAL_MS : settings.minIntervalMinutes * MINUTE_MS
  const homePage = settings.homePage ?? new URL(settings.url).origin
  const operatorOrigins = [
    ...new Set([new URL(homePage).origin, ...(settings.allowPrivateAddress ? [new URL(settings.url).origin] : [])]),
  ]

  async function fetchFeed(request: PollRequest): Promise<OutboundResponse> {
    try {
      return await options.outbound.fetch(settings.url, {
        headers: { accept: ACCEPT },
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_FEED_BYTES,
        maxRedirects: MAX_REDIRECTS,
        allowHttp: true,
        validators: request.validators,
        signal: request.signal,
        ...(settings.allowPrivateAddress ? { privateHosts: [new URL(settings.url).host] } : {}),
      })
    } catch (error) {
      return throwPollError(error)
    }
  }

  async function read(response: OutboundResponse): Promise<Extract<FeedReading, { kind: 'feed' }>> {
    const reading = await options
      .readFeed({
        body: response.body,
        contentType: response.header('content-type'),
        url: response.url,
        ...(settings.homePage === undefined ? {} : { homePage: settings.homePage }),
        context: { marketplace, settings, operatorOrigins, now: options.now() },
      })
      .catch(throwPollError)
    if (reading.kind === 'captcha') throw new PollError('refused', 'the site requires a CAPTCHA')
    if (reading.kind === 'fault') throw new PollError('absurd', reading.fault)
    return reading
  }

  return {
    id: marketplace,
    name: settings.name,
    ...(settings.country === undefined ? {} : { country: settings.country }),
    ...(currency === undefined ? {} : { currency }),
    ...(validateLink(homePage).verdict === 'ok' ? { homePage } : {}),
    demo: false,
    terms: FEED_TERMS,
    criteria: [
      'keywords',
      'marketplace',
      'buyingOption',
      'condition',
      'category',
      'price',
      'bids',
      'location',
      'shipping',
      'end',
    ],
    budget: feedBudget(minIntervalMs),
    searches: [{ key: 'feed', minIntervalMs, maxIntervalMs: minIntervalMs * MAX_INTERVAL_FACTOR }],
    async search(key, request) {
      if (key !== 'feed') throw new RangeError(`a feed has no search "${key}"`)
      const response = await fetchFeed(request)
      if (response.status === 304) return { kind: 'unchanged' }
      if (response.status !== 200) return throwPollError(response)
      const feed = await read(response)
      const seen = Cursor.safeParse(request.cursor).data?.seen ?? []
      if (feed.entries === 0 && seen.length > 0) throw new PollError('absurd', 'the feed has no entries any more')
      const listings = feed.listings.map(({ listing, places }): Listing => {
        const location = choosePlace(places, options.findPlace)
        return location === undefined ? listing : { ...listing, location }
      })
      return result(listings, feed.rejected, seen, response)
    },
    lotOfLink(link) {
      // A feed can link to any site, so any URL may be one of its lots. Only the operator's origins may be http.
      const kept = operatorOrigins.includes(link.origin) ? link.href : link.href.replace(/^http:/, 'https:')
      const clean = cleanUrl(kept, undefined)
      const validated = clean === undefined ? undefined : validateLink(clean, { operatorOrigins })
      if (validated?.verdict !== 'ok') return undefined
      return { kind: 'address', url: validated.value, isOwn: operatorOrigins.includes(new URL(validated.value).origin) }
    },
  }
}

function result(
  listings: Listing[],
  rejected: readonly Rejection[],
  seen: readonly string[],
  response: OutboundResponse,
): PollResult {
  const ids = listings.map((listing) => listing.externalId)
  const overlaps = seen.length === 0 || ids.some((id) => seen.includes(id))
  return {
    kind: 'listings',
    listings,
    rejected,
    cursor: { seen: ids.slice(0, MAX_SEEN_IDS) },
    validators: response.validators,
    complete: false,
    ...(overlaps ? {} : { gap: true }),
  }
}

import { type Listing, Listing as ListingSchema } from '../../../contract/auction.ts'
import { totalPrice } from '../../money/total.ts'
import { judgeLink } from '../../outbound/judgeUrl.ts'
import type { Rejection } from '../connector.ts'
import { cleanUrl } from './cleanUrl.ts'
import { countryDefaults } from './country.ts'
import type { Entry } from './document.ts'
import { extractBidCount, extractCategory, extractCondition } from './extract/details.ts'
import { extractEnd } from './extract/ends.ts'
import { extractHandover, extractPlace, type PlaceContext } from './extract/places.ts'
import { extractBuyingOptions, extractPrices } from './extract/prices.ts'
import type { FeedSettings } from './feeds.ts'
import { oneLine, pictureSources, plainText } from './plainText.ts'

/** Beyond this a text holds no more about the one thing on sale; it bounds the work that a hostile feed can make. */
const MAX_CONTENT_CHARS = 40_000
const MAX_TITLE_CHARS = 300
const MAX_DESCRIPTION_CHARS = 10_000
const MAX_ID_CHARS = 500
const MAX_IMAGES = 20

export type FeedContext = {
  readonly marketplace: string
  readonly settings: FeedSettings
  readonly findPlace: PlaceContext['findPlace']
  /** What relative links hang on. */
  readonly base: string
  /** Origins that the operator named; links to them may be http. */
  readonly operatorOrigins: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Listings of a feed's entries: the first of each id, and those that cannot be listed with the reason. */
export function parseEntries(entries: readonly Entry[], context: FeedContext): { listings: Listing[]; rejected: Rejection[] } {
  const listings = new Map<string, Listing>()
  const rejected: Rejection[] = []
  for (const entry of entries) {
    const listing = parseEntry(entry, context)
    if ('reason' in listing) rejected.push(listing)
    else if (!listings.has(listing.externalId)) listings.set(listing.externalId, listing)
  }
  return { listings: [...listings.values()], rejected }
}

function parseEntry(entry: Entry, context: FeedContext): Listing | Rejection {
  const link = entry.link === undefined ? undefined : cleanUrl(entry.link, context.base)
  const externalId = (entry.id === undefined ? link : idOf(entry.id))?.slice(0, MAX_ID_CHARS)
  if (externalId === undefined) return { reason: 'no id and no link' }
  const judged = link === undefined ? undefined : judgeLink(link, context)
  if (judged?.verdict !== 'ok') return { externalId, reason: judged === undefined ? 'no link' : `link refused: ${judged.fault}` }
  const title = oneLine(plainText((entry.title ?? '').slice(0, MAX_CONTENT_CHARS))).slice(0, MAX_TITLE_CHARS)
  if (title === '') return { externalId, reason: 'no title' }
  const listing = {
    marketplace: context.marketplace,
    externalId,
    url: judged.value,
    title,
    images: imagesOf(entry, context),
    ...withoutUndefined(readContent(entry, title, context)),
  }
  return ListingSchema.safeParse(listing).data ?? { externalId, reason: 'not a listing' }
}

/** Everything that the entry's own text says of the thing. */
function readContent(entry: Entry, title: string, context: FeedContext) {
  const { settings } = context
  const defaults = countryDefaults(settings.country)
  const timeZone = settings.timeZone ?? defaults.timeZone
  const text = plainText(entry.content.slice(0, MAX_CONTENT_CHARS))
  const lines = text === '' ? [] : text.split('\n')
  const { negotiable, ...prices } = extractPrices(title, lines, settings.currency ?? defaults.currency)
  const bidCount = extractBidCount(lines)
  const handover = extractHandover(lines, settings.country)
  return {
    description: text === '' ? undefined : text.replace(/[\u00a0\u202f\u2009]/g, ' ').slice(0, MAX_DESCRIPTION_CHARS),
    buyingOptions: extractBuyingOptions(lines, { ...prices, negotiable }, bidCount),
    ...prices,
    ...handover,
    totalPrice: totalPrice({ ...prices, ...handover }),
    bidCount,
    condition: extractCondition(title, lines),
    category: extractCategory(entry.categories),
    location: extractPlace(lines, {
      findPlace: context.findPlace,
      ...(settings.country === undefined ? {} : { country: settings.country }),
    }),
    ...extractEnd(lines, {
      now: context.now,
      monthFirst: defaults.monthFirst ?? false,
      ...(timeZone === undefined ? {} : { timeZone }),
    }),
  }
}

/** An id that is an address loses its tracking too, or every reader would get another one. */
function idOf(id: string): string {
  return /^https?:\/\//i.test(id) ? (cleanUrl(id, undefined) ?? id) : id
}

function imagesOf(entry: Entry, context: FeedContext): string[] {
  const sources = [...entry.images, ...pictureSources(entry.content.slice(0, MAX_CONTENT_CHARS))]
  const images = new Set<string>()
  for (const source of sources) {
    const url = cleanUrl(source, context.base)
    const judged = url === undefined ? undefined : judgeLink(url, context)
    if (judged?.verdict === 'ok' && images.size < MAX_IMAGES) images.add(judged.value)
  }
  return [...images]
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

import { type Listing, Listing as ListingSchema } from '../../../contract/auction.ts'
import { cutText } from '../../../contract/text.ts'
import { totalPrice } from '../../money/total.ts'
import { validateLink } from '../../outbound/validateUrl.ts'
import type { Rejection } from '../connector.ts'
import { cleanUrl } from './cleanUrl.ts'
import { countryDefaults } from './country.ts'
import type { Entry } from './document.ts'
import { extractBidCount, extractCategory, extractCondition } from './extract/details.ts'
import { extractEnd } from './extract/ends.ts'
import { extractHandover, extractPlaces, type PlaceCandidate } from './extract/places.ts'
import { extractBuyingOptions, extractPrices } from './extract/prices.ts'
import type { FeedSettings } from './feeds.ts'
import { oneLine, pictureSources, plainText } from './plainText.ts'

/** More text says nothing further about the auction. Limits the work that a hostile feed can cause. */
const MAX_TEXT_CHARS = 40_000
const MAX_TITLE_CHARS = 300
const MAX_DESCRIPTION_CHARS = 10_000
const MAX_ID_CHARS = 500
const MAX_IMAGES = 20
/** Image URLs that are checked at most. */
const MAX_IMAGE_SOURCES = 200

export type FeedContext = {
  readonly marketplace: string
  readonly settings: FeedSettings
  /** Base URL of relative links. */
  readonly base: string
  /** Origins configured by the operator; links to them may be http. */
  readonly operatorOrigins: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A listing with its possible places. The connector, which knows the postal codes, chooses one. */
export type UnplacedListing = { readonly listing: Listing; readonly places: readonly PlaceCandidate[] }
export type ParsedEntries = { readonly listings: readonly UnplacedListing[]; readonly rejected: readonly Rejection[] }

/**
 * The listings of a feed's entries (the first of each id), and the rejected entries with the reason.
 * @param begin is called with the number of each entry, from 1, before it is parsed
 */
export function parseEntries(
  entries: readonly Entry[],
  context: FeedContext,
  begin: (entry: number) => void = () => {},
): ParsedEntries {
  const listings = new Map<string, UnplacedListing>()
  const rejected: Rejection[] = []
  for (const [index, entry] of entries.entries()) {
    begin(index + 1)
    const parsed = parseOrReject(entry, context)
    if ('reason' in parsed) rejected.push(parsed)
    else if (!listings.has(parsed.listing.externalId)) listings.set(parsed.listing.externalId, parsed)
  }
  return { listings: [...listings.values()], rejected }
}

/** An exception while parsing an entry rejects only that entry. */
function parseOrReject(entry: Entry, context: FeedContext): UnplacedListing | Rejection {
  try {
    return parseEntry(entry, context)
  } catch (error) {
    return { reason: `parsing failed: ${error instanceof Error ? error.name : 'unknown'}` }
  }
}

function parseEntry(entry: Entry, context: FeedContext): UnplacedListing | Rejection {
  const link = entry.link === undefined ? undefined : secureUrl(entry.link, context)
  const id = entry.id === undefined ? link : idOf(entry.id)
  if (id === undefined) return { reason: 'no id and no link' }
  const externalId = cutText(id, MAX_ID_CHARS)
  const validated = link === undefined ? undefined : validateLink(link, context)
  if (validated?.verdict !== 'ok')
    return { externalId, reason: validated === undefined ? 'no link' : `link refused: ${validated.fault}` }
  const title = cutText(oneLine(cutText(plainText(entry.title ?? ''), MAX_TEXT_CHARS)), MAX_TITLE_CHARS)
  if (title === '') return { externalId, reason: 'no title' }
  // Truncated as plain text, because an inline picture or style sheet in the HTML can be longer than the text.
  const text = cutText(plainText(entry.content), MAX_TEXT_CHARS)
  // Whole lines, because truncation could split a date, or separate a price from its label.
  const lines = text === '' ? [] : text.split('\n')
  const listing = ListingSchema.safeParse({
    marketplace: context.marketplace,
    externalId,
    url: validated.value,
    title,
    images: imagesOf(entry, context),
    description: text === '' ? undefined : cutText(text.replace(/[\u00a0\u202f\u2009]/g, ' '), MAX_DESCRIPTION_CHARS),
    category: extractCategory(entry.categories),
    ...readLines(lines, title, context),
  }).data
  if (listing === undefined) return { externalId, reason: 'not a listing' }
  return { listing: withoutUndefined(listing), places: extractPlaces(lines, context.settings.country) }
}

/** The facts in the lines of an entry's text, except the place. */
function readLines(lines: readonly string[], title: string, context: FeedContext): Partial<Listing> {
  const { settings } = context
  const defaults = countryDefaults(settings.country)
  const timeZone = settings.timeZone ?? defaults.timeZone
  const { negotiable, ...prices } = extractPrices(title, lines, settings.currency ?? defaults.currency)
  const bidCount = extractBidCount(lines)
  const handover = extractHandover(lines, settings.country)
  return {
    buyingOptions: extractBuyingOptions(lines, { ...prices, negotiable }, bidCount),
    ...prices,
    ...handover,
    totalPrice: totalPrice({ ...prices, ...handover }),
    bidCount,
    condition: extractCondition(title, lines),
    ...extractEnd(lines, {
      now: context.now,
      monthFirst: defaults.monthFirst ?? false,
      ...(timeZone === undefined ? {} : { timeZone }),
    }),
  }
}

/**
 * Removes tracking from a URL and changes http to https, except for the operator's origins. Old feeds still use http for sites
 * that have long been served over https.
 */
function secureUrl(url: string, { base, operatorOrigins }: FeedContext): string | undefined {
  const clean = cleanUrl(url, base)
  return operatorOrigins.includes(URL.parse(clean ?? '')?.origin ?? '') ? clean : clean?.replace(/^http:/, 'https:')
}

/** An id that is a URL loses its tracking parameters too, because they may differ for each request. */
function idOf(id: string): string {
  return /^https?:\/\//i.test(id) ? (cleanUrl(id, undefined) ?? id) : id
}

function imagesOf(entry: Entry, context: FeedContext): string[] {
  const sources = [...entry.images, ...pictureSources(entry.content)].filter((source) => !/^\s*data:/i.test(source))
  const images = new Set<string>()
  for (const source of sources.slice(0, MAX_IMAGE_SOURCES)) {
    const url = secureUrl(source, context)
    const validated = url === undefined ? undefined : validateLink(url, context)
    if (validated?.verdict === 'ok' && images.size < MAX_IMAGES) images.add(validated.value)
  }
  return [...images]
}

function withoutUndefined(listing: Listing): Listing {
  return Object.fromEntries(Object.entries(listing).filter(([, value]) => value !== undefined)) as Listing
}

import * as z from 'zod/mini'
import { BuyingOption, Condition } from './auction.ts'
import { Currency, Money } from './money.ts'
import { Country, Id, Instant, InstantOfOurTime, shortText } from './primitives.ts'
import { CHANNELS, CRITERIA, SEARCHED_TEXTS, UNKNOWN_POLICIES, WORD_MATCHES } from './vocabulary/kinds.ts'
import {
  DEFAULT_ENDING_SOON_MINUTES,
  MAX_BIDS,
  MAX_END_MINUTES,
  MAX_KEYWORDS_LENGTH,
  MAX_LIST_ENTRIES,
  MAX_MINOR_UNITS,
  MAX_RADIUS_KM,
  RADII_KM,
} from './vocabulary/limits.ts'

export { MAX_BIDS, MAX_END_MINUTES, MAX_LIST_ENTRIES, MAX_RADIUS_KM, RADII_KM }

export const Criterion = z.enum(CRITERIA)
export type Criterion = z.infer<typeof Criterion>

export const UnknownPolicy = z.enum(UNKNOWN_POLICIES)
export type UnknownPolicy = z.infer<typeof UnknownPolicy>

export const SearchIn = z.enum(SEARCHED_TEXTS)
export type SearchIn = z.infer<typeof SearchIn>
export const WordMatch = z.enum(WORD_MATCHES)
export type WordMatch = z.infer<typeof WordMatch>

const amount = z.int().check(z.minimum(0), z.maximum(MAX_MINOR_UNITS))

export const PriceRange = z
  .strictObject({
    /** Minor units of `currency`. */
    min: z.optional(amount),
    max: z.optional(amount),
    currency: Currency,
    of: z._default(z.enum(['price', 'totalPrice']), 'price'),
  })
  .check(
    z.refine((range) => range.min === undefined || range.max === undefined || range.min <= range.max, {
      message: 'minAboveMax',
      path: ['min'],
    }),
  )

const zip = z.string().check(z.trim(), z.minLength(2), z.maxLength(12))

export const Radius = z.strictObject({
  country: Country,
  zip,
  radiusKm: z.number().check(z.gt(0), z.maximum(MAX_RADIUS_KM)),
})

/** A saved radius with the coordinates of its postal code, which are looked up when the filter is saved. */
export const PlacedRadius = z.object({
  country: Country,
  zip,
  radiusKm: z.number(),
  name: z.string(),
  lat: z.number(),
  lon: z.number(),
})

export const FilterNotify = z.strictObject({
  /** Channels that are not listed follow the account's settings. */
  channels: z._default(z.partialRecord(z.enum(CHANNELS), z.boolean()), {}),
  events: z._default(
    z.strictObject({
      newMatch: z._default(z.boolean(), true),
      priceChange: z._default(z.boolean(), true),
      endingSoon: z._default(z.boolean(), true),
    }),
    { newMatch: true, priceChange: true, endingSoon: true },
  ),
  /** Reminder steps, in minutes before the end. */
  endingSoonMinutes: z._default(z.array(z.int().check(z.minimum(1), z.maximum(43_200))).check(z.maxLength(8)), [
    ...DEFAULT_ENDING_SOON_MINUTES,
  ]),
  /** Above this price, no reminders and price changes are sent. */
  maxPrice: z.optional(Money),
})
export type FilterNotify = z.infer<typeof FilterNotify>

const NOTIFY_DEFAULT = {
  channels: {},
  events: { newMatch: true, priceChange: true, endingSoon: true },
  endingSoonMinutes: [...DEFAULT_ENDING_SOON_MINUTES],
}

const list = <T extends z.ZodMiniType>(entry: T) => z._default(z.array(entry).check(z.maxLength(MAX_LIST_ENTRIES)), [])
const sellers = list(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))

const draftShape = {
  name: shortText(80),
  /** The keyword language of `keywords.ts`; errors are reported with their range. */
  keywords: z._default(z.string().check(z.maxLength(MAX_KEYWORDS_LENGTH)), ''),
  searchIn: z._default(SearchIn, 'title'),
  wordMatch: z._default(WordMatch, 'forms'),
  /** Empty lists mean any. */
  marketplaces: list(z.string().check(z.maxLength(64))),
  buyingOptions: list(BuyingOption),
  conditions: list(Condition),
  /** Ids of `categories.ts`; a category includes its subcategories. */
  categories: list(z.string().check(z.maxLength(64))),
  price: z.optional(PriceRange),
  maxBids: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_BIDS))),
  shippingTo: z.optional(Country),
  sellers: z.optional(z.strictObject({ only: sellers, never: sellers })),
  commercial: z.optional(z.boolean()),
  endsWithinMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_END_MINUTES))),
  /** Default: `flag`, and `exclude` for `location`. */
  unknown: z._default(z.partialRecord(Criterion, UnknownPolicy), {}),
  enabled: z._default(z.boolean(), true),
  notify: z._default(FilterNotify, NOTIFY_DEFAULT),
}

/** A filter as the user enters it; only `name` is required. */
export const FilterDraft = z.strictObject({ ...draftShape, location: z.optional(Radius) })
export type FilterDraft = z.infer<typeof FilterDraft>
/** A draft before defaults are applied. */
export type FilterDraftInput = z.input<typeof FilterDraft>

/** The fields of a filter that matching uses, with the looked-up location. */
export const FilterCriteria = z.object({ ...draftShape, location: z.optional(PlacedRadius) })
export type FilterCriteria = z.infer<typeof FilterCriteria>

export const Filter = z.extend(FilterCriteria, {
  id: Id,
  /** Increases by one with every change; the value of `If-Match`. */
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  snoozedUntil: z.optional(Instant),
  /** Paused because there are more filters than the plan allows. */
  pausedByPlan: z.boolean(),
  matchCount: z.int(),
  matchCount24h: z.int(),
  lastMatchAt: z.optional(Instant),
})
export type Filter = z.infer<typeof Filter>

export const FilterPatch = z.strictObject({
  enabled: z.optional(z.boolean()),
  snoozedUntil: z.optional(z.nullable(InstantOfOurTime)),
})

export const FilterReport = z.strictObject({
  filterId: Id,
  auctionId: z.optional(Id),
  reason: z.enum(['wrongMatch', 'missedAuction', 'brokenLink', 'spam', 'other']),
  comment: z.optional(z.string().check(z.maxLength(2000))),
})

const labelled = z.object({ id: z.string(), label: z.object({ en: z.string(), de: z.string() }) })

export const FilterOptions = z.object({
  marketplaces: z.array(z.object({ id: z.string(), name: z.string(), demo: z.boolean() })),
  categories: z.array(z.extend(labelled, { parent: z.optional(z.string()) })),
  conditions: z.array(labelled),
  buyingOptions: z.array(labelled),
  currencies: z.array(Currency),
  countries: z.array(labelled),
  radiiKm: z.array(z.number()),
})
export type FilterOptions = z.infer<typeof FilterOptions>

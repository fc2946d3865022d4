import * as z from 'zod/mini'
import { Money } from './money.ts'
import { Country, Id, Instant } from './primitives.ts'
import { BUYING_OPTIONS, CONDITIONS } from './vocabulary/kinds.ts'

export const BuyingOption = z.enum(BUYING_OPTIONS)
export type BuyingOption = z.infer<typeof BuyingOption>

export const Condition = z.enum(CONDITIONS)
export type Condition = z.infer<typeof Condition>

export const AuctionStatus = z.enum(['active', 'ended', 'gone'])
export type AuctionStatus = z.infer<typeof AuctionStatus>

export const Seller = z.object({
  name: z.optional(z.string()),
  /** Share of good ratings, percent. */
  rating: z.optional(z.number()),
  commercial: z.optional(z.boolean()),
})

export const Place = z.object({
  country: z.optional(Country),
  zip: z.optional(z.string()),
  place: z.optional(z.string()),
  /** Degrees, WGS84. */
  lat: z.optional(z.number().check(z.minimum(-90), z.maximum(90))),
  lon: z.optional(z.number().check(z.minimum(-180), z.maximum(180))),
  /** `exact`: the place or its postal code; `region`: the centre of a masked code, a state or a country. */
  precision: z.enum(['exact', 'region']),
})
export type Place = z.infer<typeof Place>

/** A lot as its marketplace describes it. Unknown fields are absent, never invented. */
export const Listing = z.object({
  marketplace: z.string(),
  /** The marketplace's own id; unique together with `marketplace`. */
  externalId: z.string(),
  url: z.url(),
  title: z.string(),
  /** Plain text. */
  description: z.optional(z.string()),
  images: z.array(z.url()),
  buyingOptions: z.array(BuyingOption),
  /** The current bid, or the asking price. */
  price: z.optional(Money),
  buyNowPrice: z.optional(Money),
  startPrice: z.optional(Money),
  bidCount: z.optional(z.int().check(z.minimum(0))),
  shipping: z.optional(Money),
  /** The countries it is shipped to; empty: collection only. */
  shipsTo: z.optional(z.array(Country)),
  pickup: z.optional(z.boolean()),
  /** Percent on top of the price. */
  buyersPremium: z.optional(z.number()),
  /** Price, premium and shipping; absent while one that the marketplace charges is unknown. */
  totalPrice: z.optional(Money),
  condition: z.optional(Condition),
  category: z.optional(z.object({ id: z.string(), path: z.array(z.string()) })),
  seller: z.optional(Seller),
  location: z.optional(Place),
  startsAt: z.optional(Instant),
  endsAt: z.optional(Instant),
  /** `day`: only the day is known. Absent: exact. */
  endPrecision: z.optional(z.enum(['exact', 'day'])),
})
export type Listing = z.infer<typeof Listing>

export const Auction = z.extend(Listing, {
  id: Id,
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  status: AuctionStatus,
})
export type Auction = z.infer<typeof Auction>

export const PricePoint = z.object({
  at: Instant,
  price: Money,
  bidCount: z.optional(z.int()),
})
export type PricePoint = z.infer<typeof PricePoint>

export const AuctionDetail = z.extend(Auction, {
  priceHistory: z.array(PricePoint),
  /** Relists and cross-posts of the same item. */
  related: z.array(Auction),
})
export type AuctionDetail = z.infer<typeof AuctionDetail>

import * as z from 'zod/mini'
import { Condition, type Listing, Listing as ListingSchema } from '../../../contract/auction.ts'
import { listingCategory } from '../../../contract/categories.ts'
import type { Money } from '../../../contract/money.ts'
import { Country } from '../../../contract/primitives.ts'
import { moneyFromDecimal } from '../../money/decimal.ts'
import { totalPrice } from '../../money/total.ts'
import { validateLink } from '../../outbound/validateUrl.ts'
import type { LookedUpLot, Rejection } from '../connector.ts'

const HouseMoney = z.object({ amount: z.string(), currency: z.string().check(z.regex(/^[A-Z]{3}$/)) })

/** One lot as the house describes it, untrusted. */
const HouseLot = z.object({
  lot: z.string().check(z.regex(/^\d{1,12}$/)),
  status: z.enum(['running', 'ended']),
  title: z.string().check(z.minLength(1), z.maxLength(500)),
  description: z.optional(z.string().check(z.maxLength(20_000))),
  path: z.string().check(z.regex(/^\/(?![/\\])/)),
  pictures: z.array(z.string().check(z.regex(/^\/(?![/\\])/))).check(z.maxLength(50)),
  category: z.optional(z.string()),
  condition: z.optional(Condition),
  sale: z.enum(['auction', 'fixedPrice']),
  bestOffer: z.boolean(),
  currentBid: z.optional(HouseMoney),
  startPrice: z.optional(HouseMoney),
  askingPrice: z.optional(HouseMoney),
  buyNowPrice: z.optional(HouseMoney),
  bids: z.int().check(z.minimum(0)),
  shippingCost: z.optional(HouseMoney),
  collectionOnly: z.optional(z.boolean()),
  premiumPercent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  seller: z.object({ name: z.string(), commercial: z.boolean(), ratingPercent: z.optional(z.number()) }),
  place: z.optional(
    z.object({ country: Country, zip: z.optional(z.string()), city: z.string(), lat: z.number(), lon: z.number() }),
  ),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})
type HouseLot = z.infer<typeof HouseLot>

const HousePage = z.object({
  asOf: z.iso.datetime(),
  page: z.int().check(z.minimum(1)),
  pages: z.int().check(z.minimum(0), z.maximum(10_000)),
  lots: z.array(z.unknown()),
})

export type ParsedPage = {
  readonly asOf: string
  readonly pages: number
  /** Newest first. */
  readonly lots: readonly { readonly number: number; readonly listing: Listing }[]
  readonly rejected: readonly Rejection[]
}

/** @returns undefined when the answer is not a page of lots */
export function parsePage(json: unknown, publicUrl: string): ParsedPage | undefined {
  const page = HousePage.safeParse(json)
  if (!page.success) return undefined
  const lots: { number: number; listing: Listing }[] = []
  const rejected: Rejection[] = []
  for (const entry of page.data.lots) {
    const lot = HouseLot.safeParse(entry)
    const listing = lot.success ? toListing(lot.data, publicUrl) : undefined
    if (lot.success && listing !== undefined) lots.push({ number: Number(lot.data.lot), listing })
    else rejected.push(rejectionOf(entry))
  }
  return { asOf: page.data.asOf, pages: page.data.pages, lots, rejected }
}

/** @returns undefined when the answer is not a lot */
export function parseLot(json: unknown, publicUrl: string): LookedUpLot | undefined {
  const lot = HouseLot.safeParse(json)
  const listing = lot.success ? toListing(lot.data, publicUrl) : undefined
  return lot.success && listing !== undefined ? { listing, hasEnded: lot.data.status === 'ended' } : undefined
}

function toListing(lot: HouseLot, publicUrl: string): Listing | undefined {
  const link = (path: string) => {
    const validated = validateLink(new URL(path, publicUrl).href, { operatorOrigins: [new URL(publicUrl).origin] })
    return validated.verdict === 'ok' ? validated.value : undefined
  }
  const category = lot.category === undefined ? undefined : listingCategory(lot.category)
  const priced = {
    // Before the first bid, the price is the starting price.
    ...present('price', money(lot.currentBid ?? lot.askingPrice ?? lot.startPrice)),
    ...present('buyersPremium', lot.premiumPercent),
    ...present('shipping', money(lot.shippingCost)),
    ...(lot.collectionOnly ? { pickup: true, shipsTo: [] } : {}),
  }
  const { place } = lot
  const listing = {
    marketplace: 'demo',
    externalId: lot.lot,
    url: link(lot.path),
    title: lot.title,
    ...present('description', lot.description),
    images: lot.pictures.map(link).filter((picture) => picture !== undefined),
    buyingOptions: buyingOptions(lot),
    ...priced,
    ...present('totalPrice', totalPrice(priced)),
    ...present('buyNowPrice', money(lot.buyNowPrice)),
    ...present('startPrice', money(lot.startPrice)),
    ...(lot.sale === 'auction' ? { bidCount: lot.bids } : {}),
    ...present('condition', lot.condition),
    ...present('category', category),
    seller: { name: lot.seller.name, commercial: lot.seller.commercial, ...present('rating', lot.seller.ratingPercent) },
    ...(place === undefined
      ? {}
      : {
          location: {
            country: place.country,
            ...present('zip', place.zip),
            place: place.city,
            lat: place.lat,
            lon: place.lon,
            precision: 'exact',
          },
        }),
    startsAt: lot.startsAt,
    endsAt: lot.endsAt,
  }
  return ListingSchema.safeParse(listing).data
}

function buyingOptions(lot: HouseLot): Listing['buyingOptions'] {
  if (lot.sale === 'fixedPrice') return lot.bestOffer ? ['fixedPrice', 'bestOffer'] : ['fixedPrice']
  return lot.buyNowPrice === undefined ? ['auction'] : ['auction', 'fixedPrice']
}

function money(said: z.infer<typeof HouseMoney> | undefined): Money | undefined {
  return said === undefined ? undefined : moneyFromDecimal(said.amount, said.currency)
}

function rejectionOf(entry: unknown): Rejection {
  const id = z.object({ lot: z.string().check(z.regex(/^\d{1,12}$/)) }).safeParse(entry)
  return { ...(id.success ? { externalId: id.data.lot } : {}), reason: 'not a lot as the house describes them' }
}

/** An object with the field, or without it if there is no value. */
function present<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]?: V })
}

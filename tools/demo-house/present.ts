import { listingCategory } from '../../contract/categories.ts'
import { decimalOf } from '../../server/money/decimal.ts'
import type { Standing } from './book.ts'
import type { Lot } from './lot.ts'

type HouseMoney = { readonly amount: string; readonly currency: string }

/** A lot in `GET /api/lots` and `GET /api/lots/{number}`. Unstated facts are absent. */
export type LotJson = {
  readonly lot: string
  readonly demo: true
  readonly status: 'running' | 'ended'
  readonly language: 'de' | 'en'
  readonly title: string
  readonly description?: string
  /** Paths relative to the house's URL. */
  readonly path: string
  readonly pictures: readonly string[]
  readonly category?: string
  readonly condition?: string
  readonly sale: 'auction' | 'fixedPrice'
  readonly bestOffer: boolean
  readonly currentBid?: HouseMoney
  readonly startPrice?: HouseMoney
  readonly askingPrice?: HouseMoney
  readonly buyNowPrice?: HouseMoney
  readonly soldFor?: HouseMoney
  readonly bids: number
  readonly shippingCost?: HouseMoney
  readonly collectionOnly?: true
  readonly premiumPercent?: number
  readonly seller: { readonly name: string; readonly commercial: boolean; readonly ratingPercent?: number }
  readonly place?: {
    readonly country: string
    readonly zip?: string
    readonly city: string
    readonly lat: number
    readonly lon: number
  }
  readonly startsAt: string
  readonly endsAt: string
  readonly relistOf?: string
}

export const lotPath = (number: number) => `/lots/${number}`
export const picturePath = (name: string) => `/pictures/${name}.svg`

export function lotJson({ lot, outcome }: Standing): LotJson {
  return {
    lot: String(lot.number),
    demo: true,
    status: outcome.status,
    language: lot.language,
    title: lot.title,
    ...(lot.description === undefined ? {} : { description: lot.description }),
    path: lotPath(lot.number),
    pictures: lot.pictures.map(picturePath),
    ...(listingCategory(lot.kind.category) === undefined ? {} : { category: lot.kind.category }),
    ...(lot.condition === undefined ? {} : { condition: lot.condition }),
    ...saleJson(lot, outcome),
    ...(outcome.soldFor === undefined ? {} : { soldFor: money(outcome.soldFor, lot) }),
    bids: outcome.bids.length,
    ...(lot.shipping.kind === 'paid' ? { shippingCost: money(lot.shipping.cost, lot) } : {}),
    ...(lot.shipping.kind === 'collect' ? { collectionOnly: true } : {}),
    ...(lot.premiumPercent === undefined ? {} : { premiumPercent: lot.premiumPercent }),
    seller: lot.seller,
    ...(lot.place === undefined ? {} : { place: lot.place }),
    startsAt: instant(lot.startsAt),
    endsAt: instant(outcome.endsAt),
    ...(lot.relistOf === undefined ? {} : { relistOf: String(lot.relistOf) }),
  }
}

/** After the first bid, the lot can no longer be bought outright, and a hidden start price is revealed. */
function saleJson(lot: Lot, outcome: Standing['outcome']) {
  const { sale } = lot
  if (sale.kind === 'fixed')
    return { sale: 'fixedPrice', bestOffer: sale.bestOffer, askingPrice: money(sale.price, lot) } as const
  const last = outcome.bids.at(-1)
  return {
    sale: 'auction',
    bestOffer: false,
    ...(sale.startHidden && last === undefined ? {} : { startPrice: money(sale.start, lot) }),
    ...(last === undefined ? {} : { currentBid: money(last.amount, lot) }),
    ...(sale.buyNow === undefined || last !== undefined ? {} : { buyNowPrice: money(sale.buyNow, lot) }),
  } as const
}

function money(amount: number, lot: Lot): HouseMoney {
  return { amount: decimalOf({ amount, currency: lot.currency }), currency: lot.currency }
}

/** The bids of a lot, oldest first. */
export function bidHistory({ lot, outcome }: Standing) {
  return outcome.bids.map((bid) => ({ at: instant(bid.at), amount: money(bid.amount, lot), byHand: bid.byHand }))
}

/** Whole seconds in UTC. */
function instant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')
}

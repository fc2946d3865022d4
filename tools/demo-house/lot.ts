import type { Condition } from '../../contract/auction.ts'
import { SEED_CITIES } from '../../server/location/seedCities.ts'
import { type Interest, outcomeAt, type Sale } from './bidding.ts'
import { KINDS } from './goods/all.ts'
import type { Kind } from './goods/kind.ts'
import { type Random, randomOf } from './random.ts'
import { type HouseSeller, sellerOf } from './sellers.ts'
import { timingOf } from './timing.ts'
import { type Language, textsOf } from './words.ts'

export type HousePlace = {
  readonly country: string
  readonly zip?: string
  readonly city: string
  readonly lat: number
  readonly lon: number
}
/** Amounts in minor units of the lot's currency. `unknown`: not stated by the seller. */
export type Shipping =
  | { readonly kind: 'paid'; readonly cost: number }
  | { readonly kind: 'collect' }
  | { readonly kind: 'unknown' }

/** A lot as entered. `outcomeAt` gives its state at a moment. */
export type Lot = {
  readonly seed: string
  readonly number: number
  readonly kind: Kind
  readonly language: Language
  readonly title: string
  readonly description?: string
  readonly condition?: Condition
  readonly pictures: readonly string[]
  readonly currency: 'EUR' | 'CHF'
  readonly sale: Sale
  readonly interest: Interest
  readonly premiumPercent?: number
  readonly shipping: Shipping
  readonly seller: HouseSeller
  readonly place?: HousePlace
  /** Milliseconds since 1970. */
  readonly startsAt: number
  readonly plannedEnd: number
  /** The unsold lot that this one relists. */
  readonly relistOf?: number
}

export const PALETTE_COUNT = 8
export const VIEW_COUNT = 3

const CONDITIONS: readonly (readonly [number, Condition])[] = [
  [10, 'new'],
  [18, 'likeNew'],
  [6, 'refurbished'],
  [56, 'used'],
  [10, 'forParts'],
]
/** As a share of the worth in good condition. */
const CONDITION_WORTH: Readonly<Record<Condition, number>> = {
  new: 1.15,
  likeNew: 0.95,
  refurbished: 0.85,
  used: 0.65,
  forParts: 0.2,
}
/** Categories of goods that are always old. */
// biome-ignore format: a list
const NEVER_NEW: ReadonlySet<string> = new Set([
  'analogue-cameras', 'vintage-computers', 'radios', 'string-instruments', 'pocket-watches', 'coins-historic', 'paintings', 'prints',
  'clocks', 'antique-furniture', 'carpets', 'classic-cars', 'motorcycles', 'stamp-collections', 'antiquarian-books', 'dolls',
])
const PARCEL_COST: Readonly<Record<Kind['parcel'], readonly number[]>> = {
  letter: [275, 390, 450],
  parcel: [549, 699, 749, 1_099],
  bulky: [1_649, 1_999, 2_490, 3_900],
  collect: [],
}

/** Every fourth lot relists the lot this far back if that went unsold. Odd, so that no lot is offered a third time. */
const RELIST_AFTER_LOTS = 241
const RELIST_EVERY = 4
/** A relisted lot starts at this share of its first start price. */
const RELIST_PRICE_SHARE = 0.8

/** Lot `number` of the house with this seed; always the same. */
export function lotOf(seed: string, number: number): Lot {
  const timing = timingOf(seed, number)
  const earlier = number % RELIST_EVERY === RELIST_EVERY - 1 ? newLot(seed, number - RELIST_AFTER_LOTS) : undefined
  if (earlier === undefined || earlier.plannedEnd >= timing.startsAt || !endedUnsold(earlier)) return newLot(seed, number)
  const random = randomOf(seed, number, 'relist')
  return {
    ...earlier,
    ...timing,
    number,
    sale: cheaper(earlier.sale),
    interest: interestIn(earlier.interest.limit, timing.startsAt, timing.plannedEnd, random),
    relistOf: earlier.number,
  }
}

function endedUnsold(lot: Lot): boolean {
  return outcomeAt(lot, [], lot.plannedEnd).soldFor === undefined
}

function cheaper(sale: Sale): Sale {
  const reduced = (amount: number) => Math.max(100, Math.round((amount * RELIST_PRICE_SHARE) / 100) * 100)
  return sale.kind === 'auction' ? { ...sale, start: reduced(sale.start) } : { ...sale, price: reduced(sale.price) }
}

function newLot(seed: string, number: number): Lot {
  const { startsAt, plannedEnd } = timingOf(seed, number)
  const random = randomOf(seed, number, 'lot')
  const kind = random.pick(KINDS)
  const drawn = random.weighted(CONDITIONS)
  const condition = drawn === 'new' && NEVER_NEW.has(kind.category) ? 'used' : drawn
  const [country, zip, city, , lat, lon] = random.pick(SEED_CITIES)
  const seller = sellerOf(random)
  const language: Language = random.chance(0.68) ? 'de' : 'en'
  const texts = textsOf({ kind, condition, language, commercial: seller.commercial }, random)
  const worth = worthOf(kind, condition, random)
  const palette = random.int(0, PALETTE_COUNT - 1)
  const views = random.weighted([
    [3, 1],
    [4, 2],
    [4, VIEW_COUNT],
  ] as const)
  const shipping = shippingOf(kind, random)
  return {
    seed,
    number,
    kind,
    language,
    ...texts,
    seller,
    startsAt,
    plannedEnd,
    shipping,
    ...(random.chance(0.94) ? { condition } : {}),
    pictures: Array.from({ length: views }, (_, view) => `${kind.id}-${palette}-${view}`),
    currency: country === 'CH' || country === 'LI' ? 'CHF' : 'EUR',
    sale: saleOf(worth, random),
    interest: interestIn(Math.round(worth * (0.75 + random.next() * 0.5)), startsAt, plannedEnd, random),
    ...(seller.commercial && random.chance(0.5) ? { premiumPercent: random.pick([5, 10, 12.5, 15, 20]) } : {}),
    ...(random.chance(0.93) ? { place: { country, city, lat, lon, ...(random.chance(0.95) ? { zip } : {}) } } : {}),
  }
}

/** Evenly distributed over orders of magnitude; minor units. */
function worthOf(kind: Kind, condition: Condition, random: Random): number {
  const [low, high] = kind.worthEur
  return Math.round(low * (high / low) ** random.next() * CONDITION_WORTH[condition] * 100)
}

function saleOf(worth: number, random: Random): Sale {
  const whole = (amount: number) => Math.max(100, Math.round(amount / 100) * 100)
  const form = random.weighted([
    [68, 'auction'],
    [13, 'auctionOrBuyNow'],
    [10, 'fixed'],
    [9, 'offer'],
  ] as const)
  if (form === 'fixed' || form === 'offer') {
    return {
      kind: 'fixed',
      price: whole(worth * (0.85 + random.next() * 0.5)) - (random.chance(0.4) ? 1 : 0),
      bestOffer: form === 'offer',
    }
  }
  const start = random.chance(0.35) ? 100 : whole(worth * (0.15 + random.next() * 0.6))
  const buyNow = form === 'auctionOrBuyNow' ? whole(Math.max(worth * 1.2, start * 1.3)) : undefined
  return { kind: 'auction', start, startHidden: random.chance(0.1), ...(buyNow === undefined ? {} : { buyNow }) }
}

/** About a fifth of the lots get no bids. */
function interestIn(limit: number, startsAt: number, plannedEnd: number, random: Random): Interest {
  const bidders = random.chance(0.22) ? 0 : 1 + Math.floor(-Math.log(1 - random.next()) * 7)
  const bought = random.chance(0.35) ? startsAt + Math.floor((plannedEnd - startsAt) * random.next()) : undefined
  return { limit, bidders, ...(bought === undefined ? {} : { boughtAt: bought }) }
}

function shippingOf(kind: Kind, random: Random): Shipping {
  const costs = PARCEL_COST[kind.parcel]
  if (costs.length === 0 || random.chance(0.05)) return { kind: 'collect' }
  if (random.chance(0.1)) return { kind: 'unknown' }
  return { kind: 'paid', cost: random.chance(0.12) ? 0 : random.pick(costs) }
}

import { randomOf } from './random.ts'

/** A bid this close to the end extends the end to this long after the bid. */
export const SOFT_CLOSE_MS = 2 * 60 * 1000

/** Amounts in minor units of the lot's currency. */
export type Sale =
  | { readonly kind: 'auction'; readonly start: number; readonly startHidden: boolean; readonly buyNow?: number }
  | { readonly kind: 'fixed'; readonly price: number; readonly bestOffer: boolean }

export type Interest = {
  /** Bidders stop at this price, minor units. */
  readonly limit: number
  readonly bidders: number
  /** If set, a fixed-price lot is bought at this time, milliseconds since 1970. */
  readonly boughtAt?: number
}

export type Bid = { readonly at: number; readonly amount: number; readonly byHand: boolean }
export type Outcome = {
  readonly status: 'running' | 'ended'
  /** Milliseconds since 1970, including extensions. */
  readonly endsAt: number
  readonly bids: readonly Bid[]
  /** The hammer price or the price paid, once ended; absent: unsold. */
  readonly soldFor?: number
}

/** The minimum increment at a price; minor units. */
export function increment(price: number): number {
  for (const [below, step] of INCREMENTS) if (price < below) return step
  return LARGEST_INCREMENT
}

// biome-ignore format: a table
const INCREMENTS: readonly (readonly [below: number, step: number])[] = [
  [500, 50], [2_500, 100], [10_000, 250], [50_000, 500], [200_000, 1_000], [1_000_000, 5_000],
]
const LARGEST_INCREMENT = 10_000

type Wish = { readonly at: number; readonly byHand: boolean; readonly eagerness: number }

/**
 * The state of a lot at `now`: simulated and manual bids in order of time, each at the price of its moment. Simulated bidders
 * stop at their limit, so a manual bid can win. Depends only on the arguments.
 */
export function outcomeAt(
  lot: {
    readonly seed: string
    readonly number: number
    readonly startsAt: number
    readonly plannedEnd: number
    readonly sale: Sale
    readonly interest: Interest
  },
  handBids: readonly number[],
  now: number,
): Outcome {
  const { sale, interest } = lot
  if (sale.kind === 'fixed') {
    const { boughtAt } = interest
    if (boughtAt !== undefined && boughtAt < lot.plannedEnd && boughtAt <= now) {
      return { status: 'ended', endsAt: boughtAt, bids: [], soldFor: sale.price }
    }
    return { status: now < lot.plannedEnd ? 'running' : 'ended', endsAt: lot.plannedEnd, bids: [] }
  }
  const bids: Bid[] = []
  let endsAt = lot.plannedEnd
  for (const wish of wishes(lot, handBids)) {
    if (wish.at > now || wish.at >= endsAt) break
    const amount = nextBid(bids.at(-1)?.amount, sale.start, interest.limit, wish)
    if (amount === undefined) continue
    bids.push({ at: wish.at, amount, byHand: wish.byHand })
    endsAt = Math.max(endsAt, wish.at + SOFT_CLOSE_MS)
  }
  if (now < endsAt) return { status: 'running', endsAt, bids }
  const last = bids.at(-1)
  return { status: 'ended', endsAt, bids, ...(last === undefined ? {} : { soldFor: last.amount }) }
}

function nextBid(price: number | undefined, start: number, limit: number, wish: Wish): number | undefined {
  const least = price === undefined ? start : price + increment(price)
  if (wish.byHand) return least
  if (least > limit) return undefined
  const step = increment(least)
  return least + Math.floor(((limit - least) * wish.eagerness) / step) * step
}

/** Half of the simulated bids come in the last fifth of the time; a few only after an extension. */
function wishes(
  lot: {
    readonly seed: string
    readonly number: number
    readonly startsAt: number
    readonly plannedEnd: number
    readonly interest: Interest
  },
  handBids: readonly number[],
): Wish[] {
  const random = randomOf(lot.seed, lot.number, 'bids')
  const duration = lot.plannedEnd - lot.startsAt
  const all: Wish[] = handBids.map((at) => ({ at, byHand: true, eagerness: 0 }))
  for (let bidder = 0; bidder < lot.interest.bidders; bidder++) {
    const share = random.chance(0.5) ? random.next() : 1 - random.next() * random.next() * 0.2
    all.push({ at: lot.startsAt + Math.floor(duration * share), byHand: false, eagerness: random.next() * 0.4 })
  }
  if (lot.interest.bidders > 2 && random.chance(0.5)) {
    const first = lot.plannedEnd + random.int(0, SOFT_CLOSE_MS - 1)
    all.push(
      { at: first, byHand: false, eagerness: 0.1 },
      { at: first + random.int(1, SOFT_CLOSE_MS), byHand: false, eagerness: 0.1 },
    )
  }
  return all.sort((a, b) => a.at - b.at)
}

import type { Listing } from '../../contract/auction.ts'
import { MAX_MINOR_UNITS, type Money } from '../../contract/money.ts'

/** Basis points per unit: premiums such as 29.75 % are exact. */
const BASIS_POINTS = 10_000

/**
 * The total that a buyer pays: price, buyer's premium and shipping.
 * - Without a price, with price and shipping in different currencies, or with a sum above the maximum: undefined.
 * - Without `buyersPremium`: the marketplace charges none (a connector of a house that charges one sets it or omits the total).
 * - Without `shipping`: unknown and therefore undefined, unless the lot is collected only (`pickup`, `shipsTo` empty).
 * The premium is rounded half to even, like our conversions.
 */
export function totalPrice(
  listing: Pick<Listing, 'price' | 'buyersPremium' | 'shipping' | 'pickup' | 'shipsTo'>,
): Money | undefined {
  const { price, shipping } = listing
  if (price === undefined) return undefined
  const collectedOnly = listing.pickup === true && listing.shipsTo?.length === 0
  if (shipping === undefined && !collectedOnly) return undefined
  if (shipping !== undefined && shipping.currency !== price.currency) return undefined
  const premium = premiumOn(price, listing.buyersPremium ?? 0)
  if (premium === undefined) return undefined
  const amount = price.amount + premium + (shipping?.amount ?? 0)
  return amount <= MAX_MINOR_UNITS ? { amount, currency: price.currency } : undefined
}

function premiumOn(price: Money, percent: number): number | undefined {
  if (!Number.isFinite(percent) || percent < 0) return undefined
  return Number(divideHalfEven(BigInt(price.amount) * BigInt(Math.round(percent * 100)), BigInt(BASIS_POINTS)))
}

/** `dividend / divisor` of non-negative integers, rounded half to even. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const twiceRest = (dividend % divisor) * 2n
  if (twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n)) return quotient + 1n
  return quotient
}

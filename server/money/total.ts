import type { Listing } from '../../contract/auction.ts'
import { MAX_MINOR_UNITS, type Money } from '../../contract/money.ts'

/** Hundredths of a percent in a whole: premiums such as 29.75 % are taken exactly. */
const BASIS_POINTS = 10_000

/**
 * What a buyer pays in all: price + buyer's premium + shipping.
 *
 * - no price, a price and shipping in different currencies, or a sum beyond the largest amount that we take: absent;
 * - no `buyersPremium`: the marketplace charges none (a connector of a house that charges one says so, or leaves the total out);
 * - no `shipping`: unknown and therefore absent, except where there is none to pay: the lot is collected only (`pickup`, `shipsTo` empty).
 *
 * The premium is rounded half to even, the way invoices and our conversions are.
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

/** `dividend / divisor` of non-negative integers to the nearest integer, halves to the even neighbour. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const twiceRest = (dividend % divisor) * 2n
  if (twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n)) return quotient + 1n
  return quotient
}

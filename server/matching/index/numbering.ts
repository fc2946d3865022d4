import type { Currency } from '../../../contract/money.ts'
import { MARKETPLACE_BITS } from './record.ts'

/** All marketplaces. Those without their own bit share the sign bit. */
export const ALL_MARKETPLACES = -1
const WITHOUT_BIT = 1 << MARKETPLACE_BITS

/** Bits for the marketplaces that filters name, in order of appearance. */
export class MarketplaceBits {
  private readonly bits = new Map<string, number>()

  /** The bits of these marketplaces; all bits if the list is empty. */
  mask(ids: readonly string[]): number {
    if (ids.length === 0) return ALL_MARKETPLACES
    let mask = 0
    for (const id of ids) {
      if (!this.bits.has(id) && this.bits.size < MARKETPLACE_BITS) this.bits.set(id, 1 << this.bits.size)
      mask |= this.bitOf(id)
    }
    return mask
  }

  /** Whether one of these marketplaces has no bit of its own. */
  lacksBit(ids: readonly string[]): boolean {
    return ids.some((id) => !this.bits.has(id))
  }

  /** The bit of an auction's marketplace. */
  bitOf(id: string): number {
    return this.bits.get(id) ?? WITHOUT_BIT
  }
}

/** The numbers have seven bits. */
export const MAX_PRICE_KINDS = 127

export type PriceKind = { readonly of: 'price' | 'totalPrice'; readonly currency: Currency }

/** Numbers for the kinds of price that filters use: which price, in which currency. 0 is none. */
export class PriceKinds {
  private readonly numbers = new Map<string, number>()
  private readonly kinds: PriceKind[] = []

  /** The number of a kind; 0 if there are too many. */
  numberOf({ of, currency }: PriceKind): number {
    const key = of + currency
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    if (this.kinds.length >= MAX_PRICE_KINDS) return 0
    this.kinds.push({ of, currency })
    this.numbers.set(key, this.kinds.length)
    return this.kinds.length
  }

  /** The number of kinds. */
  get count(): number {
    return this.kinds.length
  }

  get(number: number): PriceKind {
    return this.kinds[number - 1] as PriceKind
  }
}

import type { Currency } from '../../contract/money.ts'
import { MARKETPLACE_BITS } from './record.ts'

/** All marketplaces; those without a bit share the sign's. */
export const ALL_MARKETPLACES = -1
const WITHOUT_BIT = 1 << MARKETPLACE_BITS

/** Bits for the marketplaces that filters name, in the order in which they are met. */
export class MarketplaceBits {
  private readonly bits = new Map<string, number>()

  /** The bits of these marketplaces; all of them when none is named. */
  mask(ids: readonly string[]): number {
    if (ids.length === 0) return ALL_MARKETPLACES
    let mask = 0
    for (const id of ids) {
      if (!this.bits.has(id) && this.bits.size < MARKETPLACE_BITS) this.bits.set(id, 1 << this.bits.size)
      mask |= this.bitOf(id)
    }
    return mask
  }

  /** Whether a marketplace of those that were named has no bit of its own. */
  lacksBit(ids: readonly string[]): boolean {
    return ids.some((id) => !this.bits.has(id))
  }

  /** The bit of an auction's marketplace. */
  bitOf(id: string): number {
    return this.bits.get(id) ?? WITHOUT_BIT
  }
}

/** Their numbers stand in seven bits. */
export const MOST_PRICE_KINDS = 127

export type PriceKind = { readonly of: 'price' | 'totalPrice'; readonly currency: Currency }

/** Numbers for the prices that filters ask about: which one, in which currency. 0 is none. */
export class PriceKinds {
  private readonly numbers = new Map<string, number>()
  private readonly kinds: PriceKind[] = []

  /** The number of a kind; 0 when there are too many of them. */
  numberOf({ of, currency }: PriceKind): number {
    const key = of + currency
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    if (this.kinds.length >= MOST_PRICE_KINDS) return 0
    this.kinds.push({ of, currency })
    this.numbers.set(key, this.kinds.length)
    return this.kinds.length
  }

  /** How many kinds there are. */
  get count(): number {
    return this.kinds.length
  }

  get(number: number): PriceKind {
    return this.kinds[number - 1] as PriceKind
  }
}

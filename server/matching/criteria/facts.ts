import type { Auction } from '../../../contract/auction.ts'
import type { Currency, Money } from '../../../contract/money.ts'
import { fold } from '../../../contract/tokens.ts'

/** Converts to minor units of `to`, rounded; undefined without a rate, when the price counts as unknown. */
export type Convert = (money: Money, to: Currency) => number | undefined

/** The fields of an auction that verdicts use, without texts. */
export type EvaluatedAuction = Pick<
  Auction,
  | 'marketplace'
  | 'buyingOptions'
  | 'condition'
  | 'category'
  | 'price'
  | 'totalPrice'
  | 'bidCount'
  | 'location'
  | 'shipsTo'
  | 'shipping'
  | 'seller'
  | 'endsAt'
>

/** An auction's facts at one moment. Expensive ones are computed on demand and once. */
export class AuctionFacts {
  readonly auction: EvaluatedAuction
  /** The moment of evaluation, ms since 1970. */
  readonly now: number
  private readonly convert: Convert
  private amounts: Map<string, number | undefined> | undefined
  private foldedSeller: string | undefined
  private end: number | undefined

  constructor(auction: EvaluatedAuction, now: number, convert: Convert) {
    this.auction = auction
    this.now = now
    this.convert = convert
  }

  /** The price or total in another currency, minor units; undefined when it or the rate is unknown. */
  amountIn(currency: Currency, of: 'price' | 'totalPrice'): number | undefined {
    const money = this.auction[of]
    if (!money || money.currency === currency) return money?.amount
    const key = of + currency
    this.amounts ??= new Map()
    if (!this.amounts.has(key)) this.amounts.set(key, this.convert(money, currency))
    return this.amounts.get(key)
  }

  /** The seller's name in the form for comparisons. */
  get seller(): string | undefined {
    const name = this.auction.seller?.name
    if (name === undefined) return undefined
    this.foldedSeller ??= foldName(name)
    return this.foldedSeller
  }

  /** The end, ms since 1970. */
  get endsAt(): number | undefined {
    if (this.auction.endsAt === undefined) return undefined
    this.end ??= Date.parse(this.auction.endsAt)
    return this.end
  }

  /** Whether bids are accepted; undefined if the marketplace does not say so. */
  get takesBids(): boolean | undefined {
    const { buyingOptions } = this.auction
    return buyingOptions.length === 0 ? undefined : buyingOptions.includes('auction')
  }
}

/** Names are compared folded, without surrounding space. */
export function foldName(name: string): string {
  return fold(name).trim()
}

import type { Auction } from '../../contract/auction.ts'
import type { Currency, Money } from '../../contract/money.ts'
import { fold } from '../../contract/tokens.ts'

/** Minor units of `to`, rounded; undefined where there is no rate: then the price is unknown. */
export type Convert = (money: Money, to: Currency) => number | undefined

/** What verdicts look at in an auction, its texts left out. */
export type JudgedAuction = Pick<
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

/** One auction as verdicts look at it at one moment; what takes work is done when first asked for, and once. */
export class AuctionFacts {
  readonly auction: JudgedAuction
  /** The moment of judgement, ms since 1970. */
  readonly now: number
  private readonly convert: Convert
  private amounts: Map<string, number | undefined> | undefined
  private foldedSeller: string | undefined
  private end: number | undefined

  constructor(auction: JudgedAuction, now: number, convert: Convert) {
    this.auction = auction
    this.now = now
    this.convert = convert
  }

  /** The price or the total in another currency, minor units; undefined where it or the rate is unknown. */
  amountIn(currency: Currency, of: 'price' | 'totalPrice'): number | undefined {
    const money = this.auction[of]
    if (!money || money.currency === currency) return money?.amount
    const key = of + currency
    this.amounts ??= new Map()
    if (!this.amounts.has(key)) this.amounts.set(key, this.convert(money, currency))
    return this.amounts.get(key)
  }

  /** The seller's name as names are compared. */
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

  /** Whether bids are taken; undefined where the marketplace does not say how it is sold. */
  get takesBids(): boolean | undefined {
    const { buyingOptions } = this.auction
    return buyingOptions.length === 0 ? undefined : buyingOptions.includes('auction')
  }
}

/** Names are compared folded as texts are, without regard to surrounding space. */
export function foldName(name: string): string {
  return fold(name).trim()
}

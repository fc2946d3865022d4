import type { Auction } from '../../contract/auction.ts'
import { AuctionFacts, type Convert } from './facts.ts'
import type { PriceKinds } from './numbering.ts'
import { PRICE_KIND_MASK } from './record.ts'

/** The numbers of one auction after another; each is found when it is first asked for, and once. */
export class AuctionNumbers {
  private readonly prices: PriceKinds
  private readonly convert: Convert
  /** By kind of price: the amount in minor units, NaN where it is unknown, and for which auction it was found. */
  private readonly amounts = new Float64Array(PRICE_KIND_MASK + 1)
  private readonly amountsOf = new Float64Array(PRICE_KIND_MASK + 1)
  private number = 0
  private auction: Auction | undefined
  private now = 0
  private judged: AuctionFacts | undefined

  constructor(prices: PriceKinds, convert: Convert) {
    this.prices = prices
    this.convert = convert
  }

  start(auction: Auction, now: number): void {
    this.number++
    this.auction = auction
    this.now = now
    this.judged = undefined
  }

  /** The price of a kind, in minor units of its currency; NaN where it is unknown. */
  amount(kind: number): number {
    if (this.amountsOf[kind] === this.number) return this.amounts[kind] as number
    const { of, currency } = this.prices.get(kind)
    const money = this.auction?.[of]
    const amount = money && money.currency !== currency ? this.convert(money, currency) : money?.amount
    this.amountsOf[kind] = this.number
    this.amounts[kind] = amount ?? Number.NaN
    return this.amounts[kind] as number
  }

  /** All facts, for criteria that are judged one by one. */
  get facts(): AuctionFacts {
    // Only asked for between auctions' starts.
    this.judged ??= new AuctionFacts(this.auction as Auction, this.now, this.convert)
    return this.judged
  }
}

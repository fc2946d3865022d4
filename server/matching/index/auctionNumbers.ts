import type { Auction } from '../../../contract/auction.ts'
import { AuctionFacts, type Convert } from '../criteria/facts.ts'
import { MAX_PRICE_KINDS, type PriceKinds } from './numbering.ts'
import { MOST } from './record.ts'

/** The prices and facts of one auction at a time. */
export class AuctionNumbers {
  /**
   * By kind of price (0 is none), in minor units: the lowest upper bound and the highest lower bound that the price satisfies.
   * Both are the price itself as an integer, which compares fastest, limited to what records can hold. An unknown price
   * satisfies every bound.
   */
  readonly lowestMax = new Int32Array(MAX_PRICE_KINDS + 1)
  readonly highestMin = new Int32Array(MAX_PRICE_KINDS + 1)
  private readonly prices: PriceKinds
  private readonly convert: Convert
  private auction: Auction | undefined
  private now = 0
  private evaluated: AuctionFacts | undefined

  constructor(prices: PriceKinds, convert: Convert) {
    this.prices = prices
    this.convert = convert
  }

  start(auction: Auction, now: number): void {
    this.auction = auction
    this.now = now
    this.evaluated = undefined
    for (let kind = 1; kind <= this.prices.count; kind++) {
      const amount = this.amount(auction, kind)
      this.lowestMax[kind] = amount === undefined ? 0 : Math.ceil(amount)
      this.highestMin[kind] = amount === undefined ? MOST : Math.floor(amount)
    }
  }

  /** Whether the price of this kind is unknown. */
  isUnknown(kind: number): boolean {
    return (this.lowestMax[kind] as number) < (this.highestMin[kind] as number)
  }

  /** All facts, for criteria that are evaluated individually. */
  get facts(): AuctionFacts {
    // Only called after an auction was started.
    this.evaluated ??= new AuctionFacts(this.auction as Auction, this.now, this.convert)
    return this.evaluated
  }

  private amount(auction: Auction, kind: number): number | undefined {
    const { of, currency } = this.prices.get(kind)
    const money = auction[of]
    const amount = money && money.currency !== currency ? this.convert(money, currency) : money?.amount
    return amount && Math.min(amount, MOST)
  }
}

import { DAY_MS } from '../../../contract/time.ts'
import type { EvaluatedAuction } from '../criteria/facts.ts'
import { Interner } from '../interner.ts'

/** A recent auction without its texts, for previews. */
export type RecentAuction = EvaluatedAuction & {
  readonly id: string
  /** ms since 1970. */
  readonly firstSeenAt: number
}

/** The auctions at one time. Their slots do not change; others may be appended. */
export type RecentView = {
  readonly auctions: readonly RecentAuction[]
  /** The slot of an auction by its number in the word index. */
  slotOf(number: number): number | undefined
}

/** How far the limit may be exceeded before the oldest auctions are dropped. */
const SLACK_SHARE = 0.05
const TRIM_INTERVAL_MS = DAY_MS / 24

/** The recent auctions in memory, a few hundred bytes each. */
export class RecentList {
  private auctions: RecentAuction[] = []
  private slotOfId = new Map<string, number>()
  private slotOfNumber = new Map<number, number>()
  /** Numbers of auctions that are not in the list (yet): the index may be ahead of what is read into the list. */
  private numberOfId = new Map<string, number>()
  /** Those from before the last trim; the next one drops them. */
  private olderNumberOfId = new Map<string, number>()
  private readonly shared = new Interner()
  private trimmedAt = 0
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Adds or replaces an auction. */
  put(auction: RecentAuction): void {
    const lean = this.lean(auction)
    const known = this.slotOfId.get(auction.id)
    if (known !== undefined) {
      this.auctions[known] = lean
      return
    }
    const slot = this.auctions.push(lean) - 1
    this.slotOfId.set(auction.id, slot)
    const number = this.numberOfId.get(auction.id) ?? this.olderNumberOfId.get(auction.id)
    if (number !== undefined) this.slotOfNumber.set(number, slot)
    this.numberOfId.delete(auction.id)
    this.olderNumberOfId.delete(auction.id)
  }

  /** Sets an auction's number in the word index. */
  setNumber(id: string, number: number): void {
    const slot = this.slotOfId.get(id)
    if (slot === undefined) this.numberOfId.set(id, number)
    else this.slotOfNumber.set(number, slot)
  }

  view(): RecentView {
    const { auctions, slotOfNumber } = this
    return { auctions, slotOf: (number) => slotOfNumber.get(number) }
  }

  /** Occasionally drops auctions seen before `since` (ms since 1970), and the oldest beyond the limit. */
  trim(since: number, now: number): void {
    const { auctions, limit } = this
    if (auctions.length <= limit * (1 + SLACK_SHARE) && now - this.trimmedAt < TRIM_INTERVAL_MS) return
    this.trimmedAt = now
    const kept = auctions.filter(({ firstSeenAt }) => firstSeenAt >= since).sort((a, b) => a.firstSeenAt - b.firstSeenAt)
    this.keep(kept.slice(-limit))
    this.olderNumberOfId = this.numberOfId
    this.numberOfId = new Map()
    this.shared.clear()
  }

  /** Drops deleted auctions. */
  remove(ids: ReadonlySet<string>): void {
    for (const id of ids) {
      this.numberOfId.delete(id)
      this.olderNumberOfId.delete(id)
    }
    if ([...ids].some((id) => this.slotOfId.has(id))) this.keep(this.auctions.filter(({ id }) => !ids.has(id)))
  }

  private keep(kept: RecentAuction[]): void {
    const { auctions } = this
    const numbers = new Map([...this.slotOfNumber].map(([number, slot]) => [auctions[slot]?.id, number]))
    this.auctions = kept
    this.slotOfId = new Map(kept.map(({ id }, slot) => [id, slot]))
    this.slotOfNumber = new Map(
      kept.flatMap(({ id }, slot) => {
        const number = numbers.get(id)
        return number === undefined ? [] : [[number, slot]]
      }),
    )
  }

  /** Since when the list is complete (ms since 1970), if more auctions are stored than it holds. */
  get completeSince(): number {
    if (this.auctions.length < this.limit) return 0
    return this.auctions.reduce((oldest, { firstSeenAt }) => Math.min(oldest, firstSeenAt), Number.POSITIVE_INFINITY)
  }

  /** Only the fields that verdicts use; equal values are shared. */
  private lean({ id, firstSeenAt, marketplace, buyingOptions, ...rest }: RecentAuction): RecentAuction {
    const { condition, category, price, totalPrice, bidCount, location, shipsTo, shipping, seller, endsAt } = rest
    const one = <T>(value: T): T => this.shared.intern(value)
    const { country, lat, lon, precision = 'exact' } = location ?? {}
    return {
      ...{ id, firstSeenAt, marketplace: one(marketplace), buyingOptions: one(buyingOptions) },
      ...(condition && { condition: one(condition) }),
      ...(category && { category: one(category) }),
      ...(price && { price: { amount: price.amount, currency: one(price.currency) } }),
      ...(totalPrice && { totalPrice: { amount: totalPrice.amount, currency: one(totalPrice.currency) } }),
      ...(bidCount !== undefined && { bidCount }),
      ...(location && { location: { country: one(country), lat, lon, precision } }),
      ...(shipsTo && { shipsTo: one(shipsTo) }),
      ...(shipping && { shipping: one(shipping) }),
      ...(seller && { seller }),
      ...(endsAt !== undefined && { endsAt }),
    } as RecentAuction
  }
}

import type { Auction } from '../../contract/auction.ts'

/** The newest few of many auctions. */
export class Newest {
  private readonly limit: number
  /** Newest first. */
  private readonly kept: { auction: Auction; at: number }[] = []

  constructor(limit: number) {
    this.limit = limit
  }

  /** `at`: when it was seen first, ms since 1970. */
  offer(auction: Auction, at: number): void {
    if (this.kept.length >= this.limit && at <= (this.kept.at(-1)?.at ?? Number.POSITIVE_INFINITY)) return
    const place = this.kept.findIndex((other) => other.at < at)
    this.kept.splice(place < 0 ? this.kept.length : place, 0, { auction, at })
    if (this.kept.length > this.limit) this.kept.pop()
  }

  /** Newest first. */
  list(): Auction[] {
    return this.kept.map(({ auction }) => auction)
  }
}

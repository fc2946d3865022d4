import type { Auction } from '../../contract/auction.ts'
import type { AuctionNumbers } from './auctionNumbers.ts'
import type { AuctionReader } from './auctionReader.ts'
import type { FilterTable } from './filterTable.ts'
import type { FilterMatch } from './matcher.ts'
import { COUNT, END, HEAD, OWNER, PROGRAM, RECORD, START } from './postings.ts'
import { ProgramJudge, REJECTED } from './programJudge.ts'
import * as record from './record.ts'
import { type Atom, IN_TITLE } from './sightings.ts'

const PRICE_FLAG = record.flagBit('price')
const CATEGORY_FLAG = record.flagBit('category')

/** Looks through all that is filed under what an auction has. */
export class Sweep {
  private readonly filters: FilterTable
  private readonly numbers: AuctionNumbers
  private readonly judge: ProgramJudge
  private marketplace = 0
  private hasCategory = false

  constructor(filters: FilterTable, reader: AuctionReader, numbers: AuctionNumbers) {
    this.filters = filters
    this.numbers = numbers
    this.judge = new ProgramJudge(filters, reader, numbers)
  }

  /** Adds the filters that the auction meets, which has been read. */
  all(auction: Auction, matches: FilterMatch[]): void {
    this.judge.start(auction)
    this.marketplace = this.filters.marketplaces.bitOf(auction.marketplace)
    this.hasCategory = auction.category !== undefined
    const { count, found } = this.filters.sightings
    const { heads } = this.filters.postings
    for (let index = 0; index < count; index++) {
      const atom = found[index] as Atom
      const head = atom * HEAD
      if (head + HEAD > heads.length || heads[head + COUNT] === 0) continue
      const start = heads[head + START] as number
      this.block(atom, start, start + (heads[head + COUNT] as number) * RECORD, heads[head + END] as number, matches)
    }
  }

  /** Looks through the records from `start` to `stop` of a block that ends at `end`. */
  private block(atom: Atom, start: number, stop: number, end: number, matches: FilterMatch[]): void {
    const { places, stamp } = this.filters.sightings
    const filed = this.filters.postings.numbers
    const { marketplace } = this
    const { amounts } = this.numbers
    for (let at = start; at < stop; at += RECORD) {
      // What is not asked for is `NO_ATOM`, all marketplaces and every price: no branches for it.
      const next = places[filed[at + record.NEXT] as number] as number
      if (next < stamp || ((filed[at + record.MARKETPLACES] as number) & marketplace) === 0) continue
      const bits = filed[at + record.BITS] as number
      const amount = amounts[(bits >> record.PRICE_KIND_SHIFT) & record.PRICE_KIND_MASK] as number
      if (amount < (filed[at + record.PRICE_MIN] as number) || amount > (filed[at + record.PRICE_MAX] as number)) continue
      const hasCategory = (places[filed[at + record.CATEGORY] as number] as number) >= stamp
      if (!hasCategory && this.hasCategory) continue
      if (bits & record.TITLE_ONLY && !(next & (places[atom] as number) & IN_TITLE)) continue
      const flags = this.flags(at, end, bits, amount, hasCategory)
      if (flags !== REJECTED) this.take(at, bits, flags, matches)
    }
  }

  /** The flags of a record that nothing has rejected so far, or `REJECTED`. */
  private flags(at: number, end: number, bits: number, amount: number, hasCategory: boolean): number {
    let flags = 0
    if (Number.isNaN(amount)) {
      const policy = (bits >> record.PRICE_POLICY_SHIFT) & record.POLICY_MASK
      if (policy === record.EXCLUDE) return REJECTED
      if (policy === record.FLAG) flags |= PRICE_FLAG
    }
    if (!hasCategory) {
      const policy = (bits >> record.CATEGORY_POLICY_SHIFT) & record.POLICY_MASK
      if (policy === record.EXCLUDE) return REJECTED
      if (policy === record.FLAG) flags |= CATEGORY_FLAG
    }
    const back = this.filters.postings.numbers[at + PROGRAM] as number
    return back === 0 ? flags : this.judge.judge(end - back, bits, flags)
  }

  private take(at: number, bits: number, flags: number, matches: FilterMatch[]): void {
    const owner = this.filters.postings.numbers[at + OWNER] as number
    if (bits & record.SEVERAL && !this.filters.isFirstFinding(owner)) return
    matches.push({ filterId: this.filters.idOf(owner), flags: record.flagsOfBits(flags) })
  }
}

import type { Auction } from '../../contract/auction.ts'
import type { AuctionNumbers } from './auctionNumbers.ts'
import type { AuctionReader } from './auctionReader.ts'
import type { FilterTable } from './filterTable.ts'
import type { FilterMatch } from './matcher.ts'
import { HEAD, OWNER, PROGRAM, RECORD, START, STOP } from './postings.ts'
import { ProgramJudge, REJECTED } from './programJudge.ts'
import * as record from './record.ts'
import { type Atom, IN_TITLE } from './sightings.ts'
import { enlarged } from './stringTable.ts'

const PRICE_FLAG = record.flagBit('price')
const CATEGORY_FLAG = record.flagBit('category')

/** Looks through all that is filed under what an auction has. */
export class Sweep {
  private readonly filters: FilterTable
  private readonly numbers: AuctionNumbers
  private readonly judge: ProgramJudge
  private marketplace = 0
  private hasCategory = false
  /** Of what was found: whose it is, and its flags. */
  private owners = new Int32Array(256)
  private flags = new Int32Array(256)
  private count = 0

  constructor(filters: FilterTable, reader: AuctionReader, numbers: AuctionNumbers) {
    this.filters = filters
    this.numbers = numbers
    this.judge = new ProgramJudge(filters, reader, numbers)
  }

  /** The filters that the auction meets, which has been read. */
  all(auction: Auction): FilterMatch[] {
    this.count = 0
    this.judge.start(auction)
    this.marketplace = this.filters.marketplaces.bitOf(auction.marketplace)
    this.hasCategory = auction.category !== undefined
    const { count, found } = this.filters.sightings
    for (let index = 0; index < count; index++) this.block(found[index] as Atom)
    return this.matches()
  }

  /** All at the end: what names the filters lies scattered in memory, and is fetched faster in one go. */
  private matches(): FilterMatch[] {
    const { owners, flags, count } = this
    const matches: FilterMatch[] = []
    for (let index = 0; index < count; index++) {
      matches.push({ filterId: this.filters.idOf(owners[index] as number), flags: record.flagsOfBits(flags[index] as number) })
    }
    return matches
  }

  /** Looks through what is filed under an atom. */
  private block(atom: Atom): void {
    const { heads, numbers: filed } = this.filters.postings
    const head = atom * HEAD
    if (head + HEAD > heads.length) return
    const start = heads[head + START] as number
    const stop = heads[head + STOP] as number
    if (start !== stop) this.records(atom, filed, start, stop)
  }

  /** Looks through the records from `start` to `stop`. */
  private records(atom: Atom, filed: Int32Array, start: number, stop: number): void {
    const { places, stamp } = this.filters.sightings
    const { marketplace } = this
    const { amounts } = this.numbers
    let following = start
    while (following < stop) {
      const at = following
      following = at + RECORD + (filed[at + PROGRAM] as number)
      // What is not asked for is `NO_ATOM`, all marketplaces and every price: no branches for it.
      const next = places[filed[at + record.NEXT] as number] as number
      if (next < stamp || ((filed[at + record.MARKETPLACES] as number) & marketplace) === 0) continue
      const bits = filed[at + record.BITS] as number
      const amount = amounts[(bits >> record.PRICE_KIND_SHIFT) & record.PRICE_KIND_MASK] as number
      if (amount < (filed[at + record.PRICE_MIN] as number) || amount > (filed[at + record.PRICE_MAX] as number)) continue
      const hasCategory = (places[filed[at + record.CATEGORY] as number] as number) >= stamp
      if (!hasCategory && this.hasCategory) continue
      if (bits & record.TITLE_ONLY && !(next & (places[atom] as number) & IN_TITLE)) continue
      const flags = this.flagsOf(at, bits, amount, hasCategory)
      if (flags !== REJECTED) this.take(filed[at + OWNER] as number, flags)
    }
  }

  /** The flags of a record that nothing has rejected so far, or `REJECTED`. */
  private flagsOf(at: number, bits: number, amount: number, hasCategory: boolean): number {
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
    return this.judge.judge(at, bits, flags)
  }

  private take(owner: number, flags: number): void {
    if (this.count === this.owners.length) {
      this.owners = enlarged(this.owners, this.count + 1)
      this.flags = enlarged(this.flags, this.count + 1)
    }
    this.owners[this.count] = owner
    this.flags[this.count++] = flags
  }
}

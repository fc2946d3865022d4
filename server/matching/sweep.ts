import type { Auction } from '../../contract/auction.ts'
import type { AuctionNumbers } from './auctionNumbers.ts'
import type { AuctionReader } from './auctionReader.ts'
import { bitOf } from './bits.ts'
import { IN_TITLE, NO_TERM, type TermId } from './documentTerms.ts'
import { ID_NUMBERS } from './filterIds.ts'
import type { FilterTable } from './filterTable.ts'
import type { FilterMatch } from './matcher.ts'
import {
  COUNT,
  END,
  GROUP,
  GROUP_SHIFT,
  GROUPS,
  HEAD,
  isFragmented,
  KIND_AND_LENGTH,
  KIND_SHIFT,
  LENGTH_MASK,
  NEXT,
  START,
  TIDY_GROUPS,
} from './postings.ts'
import { ProgramInterpreter, REJECTED } from './programInterpreter.ts'
import * as record from './record.ts'
import { enlarged } from './stringTable.ts'

const PRICE_FLAG = record.flagBit('price')
const CATEGORY_FLAG = record.flagBit('category')

/** Looks through all that is filed under what an auction has. */
export class Sweep {
  private readonly filters: FilterTable
  private readonly numbers: AuctionNumbers
  private readonly judge: ProgramInterpreter
  private marketplace = 0
  private hasCategory = false
  /** The terms whose blocks are to be looked through. */
  private blocks = new Int32Array(256)
  private blockCount = 0
  /** What was read ahead of time: kept, or compiled code would leave the reading out. */
  private near = new Int32Array(256)
  /** Of what was found: the numbers of its id, and its flags. */
  private found = new Int32Array(256 * ID_NUMBERS)
  private flags = new Int32Array(256)
  private count = 0
  /** The term with the largest fragmented block that was looked through; `NO_TERM` when all were compact. */
  mostFragmented: TermId = NO_TERM
  private untidiestLength = 0

  constructor(filters: FilterTable, reader: AuctionReader, numbers: AuctionNumbers) {
    this.filters = filters
    this.numbers = numbers
    this.judge = new ProgramInterpreter(filters, reader, numbers)
  }

  /** The filters that the auction meets, which has been read. */
  all(auction: Auction): FilterMatch[] {
    this.count = 0
    this.mostFragmented = NO_TERM
    this.untidiestLength = 0
    this.judge.start(auction)
    this.marketplace = this.filters.marketplaces.bitOf(auction.marketplace)
    this.hasCategory = auction.category !== undefined
    this.chooseBlocks()
    this.look()
    return this.matches()
  }

  /** Notes the blocks of what was seen, and has memory bring both ends of all of them at the same time. */
  private chooseBlocks(): void {
    const { heads, inUse, numbers: filed } = this.filters.postings
    const { found, count } = this.filters.sightings
    if (this.blocks.length < count) {
      this.blocks = new Int32Array(2 * count)
      this.near = new Int32Array(2 * count)
    }
    const { blocks, near } = this
    let chosen = 0
    for (let index = 0; index < count; index++) {
      const termId = found[index] as TermId
      // Written in any case: whether it stays cannot be foretold, and a wrong guess costs more.
      blocks[chosen] = termId
      chosen += bitOf(inUse, termId)
    }
    for (let index = 0; index < chosen; index++) {
      const head = (blocks[index] as TermId) * HEAD
      near[index] = (filed[heads[head + START] as number] as number) ^ (filed[(heads[head + END] as number) - GROUP] as number)
    }
    this.blockCount = chosen
  }

  private matches(): FilterMatch[] {
    const { flags, count, filters } = this
    if (count === 0) return []
    const { ids } = filters
    const text = ids.textOf(this.found, count)
    // As long as it gets: what grows is copied each time.
    const matches = new Array<FilterMatch>(count)
    for (let index = 0; index < count; index++) {
      matches[index] = { filterId: ids.take(text, index), flags: record.flagsOfBits(flags[index] as number) }
    }
    return matches
  }

  /** Looks through the chosen blocks: in each the groups, the last entry first, whose other term the auction has too. */
  private look(): void {
    const { heads, numbers: filed } = this.filters.postings
    const { places, stamp } = this.filters.sightings
    const { blocks, blockCount } = this
    for (let index = 0; index < blockCount; index++) {
      const termId = blocks[index] as TermId
      const head = termId * HEAD
      const from = heads[head + GROUPS] as number
      const to = heads[head + END] as number
      const place = places[termId] as number
      let records = heads[head + START] as number
      for (let group = to - GROUP; group >= from; group -= GROUP) {
        const next = places[filed[group + NEXT] as number] as number
        const kindAndLength = filed[group + KIND_AND_LENGTH] as number
        const first = records
        records += kindAndLength & LENGTH_MASK
        if (next >= stamp) this.records(filed, first, records, kindAndLength >> KIND_SHIFT, next & place & IN_TITLE)
      }
      const newOnes = ((to - from) >> GROUP_SHIFT) - (heads[head + TIDY_GROUPS] as number)
      if (isFragmented(heads[head + COUNT] as number, newOnes)) this.noteUntidy(termId)
    }
  }

  private noteUntidy(termId: TermId): void {
    const { heads } = this.filters.postings
    const head = termId * HEAD
    const length = (heads[head + END] as number) - (heads[head + START] as number)
    if (length <= this.untidiestLength) return
    this.mostFragmented = termId
    this.untidiestLength = length
  }

  /** Looks through the records from `start` to `stop`; `inTitle` is 0 when not all terms are in the title. */
  private records(filed: Int32Array, start: number, stop: number, kind: number, inTitle: number): void {
    const { places, stamp } = this.filters.sightings
    const { marketplace } = this
    const lowestMax = this.numbers.lowestMax[kind] as number
    const highestMin = this.numbers.highestMin[kind] as number
    const isPriceUnknown = this.numbers.isUnknown(kind)
    let following = start
    while (following < stop) {
      const at = following
      // The others in the group do not go up to this price either.
      if (lowestMax > (filed[at + record.PRICE_MAX] as number)) return
      const bits = filed[at + record.BITS] as number
      following = at + record.RECORD + (bits >>> record.PROGRAM_SHIFT)
      if (highestMin < (filed[at + record.PRICE_MIN] as number)) continue
      // What is not asked for is all marketplaces and `NO_TERM`: no branches for it.
      if (((filed[at + record.MARKETPLACES] as number) & marketplace) === 0) continue
      const hasCategory = (places[filed[at + record.CATEGORY] as number] as number) >= stamp
      if (!hasCategory && this.hasCategory) continue
      if (bits & record.TITLE_ONLY && inTitle === 0) continue
      const flags = this.flagsOf(filed, at, bits, isPriceUnknown, hasCategory)
      if (flags !== REJECTED) this.take(filed, at + record.ID, flags)
    }
  }

  /** The flags of a record that nothing has rejected so far, or `REJECTED`. */
  private flagsOf(filed: Int32Array, at: number, bits: number, isPriceUnknown: boolean, hasCategory: boolean): number {
    let flags = 0
    if (isPriceUnknown) {
      const policy = (bits >> record.PRICE_POLICY_SHIFT) & record.POLICY_MASK
      if (policy === record.EXCLUDE) return REJECTED
      if (policy === record.FLAG) flags |= PRICE_FLAG
    }
    if (!hasCategory) {
      const policy = (bits >> record.CATEGORY_POLICY_SHIFT) & record.POLICY_MASK
      if (policy === record.EXCLUDE) return REJECTED
      if (policy === record.FLAG) flags |= CATEGORY_FLAG
    }
    if (bits & record.CIRCLE) {
      flags = this.judge.judgeRadius(filed[at + record.RECORD + 1] as number, bits, flags)
      if (flags === REJECTED) return REJECTED
    }
    return bits & record.ASKS ? this.judge.judge(at, bits, flags) : flags
  }

  private take(filed: Int32Array, id: number, flags: number): void {
    if (this.count === this.flags.length) {
      this.flags = enlarged(this.flags, this.count + 1)
      this.found = enlarged(this.found, this.flags.length * ID_NUMBERS)
    }
    const { found } = this
    const to = this.count * ID_NUMBERS
    found[to] = filed[id] as number
    found[to + 1] = filed[id + 1] as number
    found[to + 2] = filed[id + 2] as number
    found[to + 3] = filed[id + 3] as number
    this.flags[this.count++] = flags
  }
}

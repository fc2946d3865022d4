import type { Auction } from '../../../contract/auction.ts'
import { flagBit, flagsOfBits } from '../criteria/flags.ts'
import type { AuctionNumbers } from './auctionNumbers.ts'
import type { AuctionReader } from './auctionReader.ts'
import { bitOf } from './bits.ts'
import { IN_TITLE, NO_TERM, type TermId } from './documentTerms.ts'
import { ID_NUMBERS } from './filterIds.ts'
import type { FilterMatch } from './filterMatch.ts'
import type { FilterTable } from './filterTable.ts'
import {
  COMPACT_GROUPS,
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
} from './postings.ts'
import { ProgramInterpreter, REJECTED } from './programInterpreter.ts'
import * as record from './record.ts'
import { enlarged } from './stringTable.ts'

const PRICE_FLAG = flagBit('price')
const CATEGORY_FLAG = flagBit('category')

/** Searches the postings of an auction's terms. */
export class Sweep {
  private readonly filters: FilterTable
  private readonly numbers: AuctionNumbers
  private readonly interpreter: ProgramInterpreter
  private marketplace = 0
  private hasCategory = false
  /** The terms whose blocks are searched. */
  private blocks = new Int32Array(256)
  private blockCount = 0
  /** The prefetched values. Stored, because the compiler would otherwise drop the reads. */
  private near = new Int32Array(256)
  /** The results: the numbers of their ids, and their flags. */
  private found = new Int32Array(256 * ID_NUMBERS)
  private flags = new Int32Array(256)
  private count = 0
  /** The term with the largest fragmented block of the search; `NO_TERM` if all were compact. */
  mostFragmented: TermId = NO_TERM
  private mostFragmentedLength = 0

  constructor(filters: FilterTable, reader: AuctionReader, numbers: AuctionNumbers) {
    this.filters = filters
    this.numbers = numbers
    this.interpreter = new ProgramInterpreter(filters, reader, numbers)
  }

  /** The filters that the auction meets; the auction must have been read. */
  all(auction: Auction): FilterMatch[] {
    this.count = 0
    this.mostFragmented = NO_TERM
    this.mostFragmentedLength = 0
    this.interpreter.start(auction)
    this.marketplace = this.filters.marketplaces.bitOf(auction.marketplace)
    this.hasCategory = auction.category !== undefined
    this.chooseBlocks()
    this.look()
    return this.matches()
  }

  /** Collects the blocks of the auction's terms and prefetches both ends of each. */
  private chooseBlocks(): void {
    const { heads, inUse, numbers: filed } = this.filters.postings
    const { found, count } = this.filters.documentTerms
    if (this.blocks.length < count) {
      this.blocks = new Int32Array(2 * count)
      this.near = new Int32Array(2 * count)
    }
    const { blocks, near } = this
    let chosen = 0
    for (let index = 0; index < count; index++) {
      const termId = found[index] as TermId
      // Written unconditionally: the branch would be unpredictable and cost more.
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
    // Allocated at its final size, because growing copies it.
    const matches = new Array<FilterMatch>(count)
    for (let index = 0; index < count; index++) {
      matches[index] = { filterId: ids.take(text, index), flags: flagsOfBits(flags[index] as number) }
    }
    return matches
  }

  /** Searches the chosen blocks: the groups, last entry first, whose second term the auction has too. */
  private look(): void {
    const { heads, numbers: filed } = this.filters.postings
    const { places, stamp } = this.filters.documentTerms
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
      const newOnes = ((to - from) >> GROUP_SHIFT) - (heads[head + COMPACT_GROUPS] as number)
      if (isFragmented(heads[head + COUNT] as number, newOnes)) this.noteUntidy(termId)
    }
  }

  private noteUntidy(termId: TermId): void {
    const { heads } = this.filters.postings
    const head = termId * HEAD
    const length = (heads[head + END] as number) - (heads[head + START] as number)
    if (length <= this.mostFragmentedLength) return
    this.mostFragmented = termId
    this.mostFragmentedLength = length
  }

  /** Searches the records from `start` to `stop`. `inTitle`: 0 if not all terms are in the title. */
  private records(filed: Int32Array, start: number, stop: number, kind: number, inTitle: number): void {
    const { places, stamp } = this.filters.documentTerms
    const { marketplace } = this
    const lowestMax = this.numbers.lowestMax[kind] as number
    const highestMin = this.numbers.highestMin[kind] as number
    const isPriceUnknown = this.numbers.isUnknown(kind)
    let following = start
    while (following < stop) {
      const at = following
      // The remaining records of the group have lower maximum prices.
      if (lowestMax > (filed[at + record.PRICE_MAX] as number)) return
      const bits = filed[at + record.BITS] as number
      following = at + record.RECORD + (bits >>> record.PROGRAM_SHIFT)
      if (highestMin < (filed[at + record.PRICE_MIN] as number)) continue
      // Missing criteria are stored as all marketplaces and `NO_TERM`, so they need no branches.
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
      flags = this.interpreter.runRadius(filed[at + record.RECORD + 1] as number, bits, flags)
      if (flags === REJECTED) return REJECTED
    }
    return bits & record.ASKS ? this.interpreter.run(at, bits, flags) : flags
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

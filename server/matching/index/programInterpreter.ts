import type { Auction } from '../../../contract/auction.ts'
import { flagBit } from '../criteria/flags.ts'
import { evaluate, unknownPolicy } from '../criteria/verdicts.ts'
import type { AuctionNumbers } from './auctionNumbers.ts'
import type { AuctionReader } from './auctionReader.ts'
import { ANYWHERE, IN_TITLE } from './documentTerms.ts'
import type { FactsTest } from './filterCompiler.ts'
import type { FilterTable } from './filterTable.ts'
import * as program from './program.ts'
import * as record from './record.ts'

/** Returned instead of flags. */
export const REJECTED = -1

const LOCATION_FLAG = flagBit('location')
const CATEGORY_FLAG = flagBit('category')

/** Runs filters' programs on one auction at a time. */
export class ProgramInterpreter {
  private readonly filters: FilterTable
  private readonly reader: AuctionReader
  private readonly numbers: AuctionNumbers
  private hasCategory = false
  private hasPlace = false

  constructor(filters: FilterTable, reader: AuctionReader, numbers: AuctionNumbers) {
    this.filters = filters
    this.reader = reader
    this.numbers = numbers
  }

  start({ category, location }: Auction): void {
    this.hasCategory = category !== undefined
    const { lat, lon } = location ?? {}
    this.hasPlace = lat !== undefined && lon !== undefined
    if (lat !== undefined && lon !== undefined) this.filters.circles.start({ lat, lon })
  }

  /**
   * Runs the program of the record at `filed`, except a leading circle.
   * @returns the flags including its own, or `REJECTED`
   */
  run(filed: number, bits: number, flags: number): number {
    const { numbers } = this.filters.postings
    const { places, stamp } = this.filters.documentTerms
    const searched = bits & record.TITLE_ONLY ? IN_TITLE : ANYWHERE
    const end = filed + record.RECORD + (bits >>> record.PROGRAM_SHIFT)
    let result = flags
    for (let at = filed + record.RECORD + (bits & record.CIRCLE ? program.RADIUS_LENGTH : 0); at < end; ) {
      const instruction = numbers[at] as number
      const to = at + 1 + program.operandsOf(instruction)
      const code = program.codeOf(instruction)
      if (code === program.ANY || code === program.UNLESS) {
        let from = at + 1
        while (from < to && !isSeen(places[numbers[from] as number] as number, stamp, searched)) from++
        if ((from === to) === (code === program.ANY)) return REJECTED
      } else if (code === program.NONE) {
        this.reader.readDescription()
        for (let from = at + 1; from < to; from++) if ((places[numbers[from] as number] as number) >= stamp) return REJECTED
      } else if (code === program.RADIUS) {
        result = this.runRadius(numbers[at + 1] as number, bits, result)
      } else if (code === program.HELD || code === program.INDEX_KEYS) {
        return result
      } else if (code === program.EITHER) {
        const both =
          isSeen(places[numbers[at + 1] as number] as number, stamp, searched) &&
          isSeen(places[numbers[at + 2] as number] as number, stamp, searched)
        if (!both && !isSeen(places[numbers[at + 3] as number] as number, stamp, searched)) return REJECTED
      } else {
        result = this.runRare(code, at + 1, to, bits, result)
      }
      if (result === REJECTED) return REJECTED
      at = to
    }
    return result
  }

  private runRare(code: number, from: number, to: number, bits: number, flags: number): number {
    const { numbers } = this.filters.postings
    const searched = bits & record.TITLE_ONLY ? IN_TITLE : ANYWHERE
    switch (code) {
      case program.PHRASE:
        return this.reader.hasPhrase(numbers, from, to, searched) ? flags : REJECTED
      case program.NO_PHRASE:
        return this.reader.hasPhrase(numbers, from, to, ANYWHERE) ? REJECTED : flags
      case program.CATEGORIES:
        return this.runCategories(from, to, bits, flags)
      case program.TEST:
        return this.reader.passes(this.filters.tests.get(numbers[from] as number), searched) ? flags : REJECTED
      case program.NO_TEST:
        return this.reader.passes(this.filters.tests.get(numbers[from] as number), ANYWHERE) ? REJECTED : flags
      default:
        return this.runFacts(this.filters.facts.get(numbers[from] as number), flags)
    }
  }

  private runCategories(from: number, to: number, bits: number, flags: number): number {
    const { numbers } = this.filters.postings
    for (let at = from; at < to; at++) if (this.filters.documentTerms.has(numbers[at] as number, ANYWHERE)) return flags
    if (this.hasCategory) return REJECTED
    return withUnknown((bits >> record.CATEGORY_POLICY_SHIFT) & record.POLICY_MASK, CATEGORY_FLAG, flags)
  }

  /** As `run`, for the circle with this number only. */
  runRadius(circle: number, bits: number, flags: number): number {
    if (this.hasPlace) return this.filters.circles.has(circle) ? flags : REJECTED
    return withUnknown((bits >> record.LOCATION_POLICY_SHIFT) & record.POLICY_MASK, LOCATION_FLAG, flags)
  }

  private runFacts({ target, criteria }: FactsTest, flags: number): number {
    let result = flags
    for (const criterion of criteria) {
      const verdict = evaluate(criterion, target, this.numbers.facts)
      if (verdict === 'no') return REJECTED
      if (verdict === 'yes') continue
      result = withUnknown(record.policyCode(unknownPolicy(target.criteria, criterion)), flagBit(criterion), result)
      if (result === REJECTED) return REJECTED
    }
    return result
  }
}

function isSeen(place: number, stamp: number, searched: number): boolean {
  return place >= stamp && (place & searched) !== 0
}

function withUnknown(policy: number, flag: number, flags: number): number {
  if (policy === record.EXCLUDE) return REJECTED
  return policy === record.FLAG ? flags | flag : flags
}

import type { Auction } from '../../contract/auction.ts'
import { distanceKm, EARTH_RADIUS_KM } from '../../contract/distance.ts'
import type { AuctionNumbers } from './auctionNumbers.ts'
import type { AuctionReader } from './auctionReader.ts'
import type { FilterTable } from './filterTable.ts'
import type { Circle, FactsTest } from './plan.ts'
import * as program from './program.ts'
import * as record from './record.ts'
import { ANYWHERE, IN_TITLE } from './sightings.ts'
import { judge, unknownPolicy } from './verdicts.ts'

/** In place of flags. */
export const REJECTED = -1

/** A circle reaches no farther north and south than this, and a little more for rounding. */
const KM_PER_DEGREE = ((EARTH_RADIUS_KM * Math.PI) / 180) * 0.999

/** Runs the programs of filters over one auction after another. */
export class ProgramJudge {
  private readonly filters: FilterTable
  private readonly reader: AuctionReader
  private readonly numbers: AuctionNumbers
  private readonly locationFlag = record.flagBit('location')
  private readonly categoryFlag = record.flagBit('category')
  private hasCategory = false
  private place: { lat: number; lon: number } | undefined

  constructor(filters: FilterTable, reader: AuctionReader, numbers: AuctionNumbers) {
    this.filters = filters
    this.reader = reader
    this.numbers = numbers
  }

  start({ category, location }: Auction): void {
    this.hasCategory = category !== undefined
    const { lat, lon } = location ?? {}
    this.place = lat === undefined || lon === undefined ? undefined : { lat, lon }
  }

  /** Runs the program at `start`, where its length stands; gives the flags with its own, or `REJECTED`. */
  judge(start: number, bits: number, flags: number): number {
    const { numbers } = this.filters.postings
    const places = bits & record.TITLE_ONLY ? IN_TITLE : ANYWHERE
    const end = start + 1 + (numbers[start] as number)
    let result = flags
    for (let at = start + 1; at < end; ) {
      const instruction = numbers[at] as number
      const from = at + 1
      const to = from + program.operandsOf(instruction)
      switch (program.codeOf(instruction)) {
        case program.ANY:
          if (!this.hasAny(from, to, places)) return REJECTED
          break
        case program.NONE:
          if (this.hasAny(from, to, ANYWHERE)) return REJECTED
          break
        case program.PHRASE:
          if (!this.reader.hasPhrase(numbers, from, to, places)) return REJECTED
          break
        case program.NO_PHRASE:
          if (this.reader.hasPhrase(numbers, from, to, ANYWHERE)) return REJECTED
          break
        case program.CATEGORIES:
          result = this.judgeCategories(from, to, bits, result)
          break
        case program.RADIUS:
          result = this.judgeRadius(this.filters.circles.get(numbers[from] as number), bits, result)
          break
        case program.TEST:
          if (!this.reader.passes(this.filters.tests.get(numbers[from] as number), places)) return REJECTED
          break
        case program.NO_TEST:
          if (this.reader.passes(this.filters.tests.get(numbers[from] as number), ANYWHERE)) return REJECTED
          break
        case program.FACTS:
          result = this.judgeFacts(this.filters.facts.get(numbers[from] as number), result)
          break
        default:
          return result
      }
      if (result === REJECTED) return REJECTED
      at = to
    }
    return result
  }

  private hasAny(from: number, to: number, places: number): boolean {
    const { numbers } = this.filters.postings
    for (let at = from; at < to; at++) if (this.reader.has(numbers[at] as number, places)) return true
    return false
  }

  private judgeCategories(from: number, to: number, bits: number, flags: number): number {
    if (this.hasAny(from, to, ANYWHERE)) return flags
    if (this.hasCategory) return REJECTED
    return unknown((bits >> record.CATEGORY_POLICY_SHIFT) & record.POLICY_MASK, this.categoryFlag, flags)
  }

  private judgeRadius(circle: Circle, bits: number, flags: number): number {
    const { place } = this
    if (!place) return unknown((bits >> record.LOCATION_POLICY_SHIFT) & record.POLICY_MASK, this.locationFlag, flags)
    if (Math.abs(place.lat - circle.lat) * KM_PER_DEGREE > circle.radiusKm) return REJECTED
    return distanceKm(circle, place) <= circle.radiusKm ? flags : REJECTED
  }

  private judgeFacts({ target, criteria }: FactsTest, flags: number): number {
    let result = flags
    for (const criterion of criteria) {
      const verdict = judge(criterion, target, this.numbers.facts)
      if (verdict === 'no') return REJECTED
      if (verdict === 'yes') continue
      result = unknown(record.policyCode(unknownPolicy(target.criteria, criterion)), record.flagBit(criterion), result)
      if (result === REJECTED) return REJECTED
    }
    return result
  }
}

function unknown(policy: number, flag: number, flags: number): number {
  if (policy === record.EXCLUDE) return REJECTED
  return policy === record.FLAG ? flags | flag : flags
}

import type { Filter } from '../../../contract/filter.ts'
import { Circles } from './circles.ts'
import type { ConditionTest } from './conditionMatchers.ts'
import { DocumentTerms, NO_TERM, type TermId } from './documentTerms.ts'
import { type FactsTest, FilterCompiler } from './filterCompiler.ts'
import { FilterIds, type IdNumbers } from './filterIds.ts'
import { type Filed, FilterIndex } from './filterIndex.ts'
import { IdPool } from './idPool.ts'
import { MarketplaceBits, PriceKinds } from './numbering.ts'
import { Postings } from './postings.ts'
import * as program from './program.ts'
import * as record from './record.ts'
import { TermDictionary } from './termDictionary.ts'
import { WindowCounts } from './windowCounts.ts'

/** Records checked after an auction, minimum and maximum. */
const MIN_CHECKED = 4
const MAX_CHECKED = 64
/** The check starts at most this many records into a block. */
const MAX_SKIPPED = 256
/** While few filters are filed badly, checks run after one auction in this many. */
const REST_AUCTIONS = 8
/** More than one badly filed record in this many increases the checks. */
const MANY_MOVED = 16
/** How many times rarer the new key must be. */
const WORTH_MOVING = 1.5

/** The filters, indexed by the properties that matching auctions have. */
export class FilterTable {
  readonly documentTerms = new DocumentTerms()
  readonly dictionary = new TermDictionary(this.documentTerms)
  readonly postings = new Postings()
  readonly marketplaces = new MarketplaceBits()
  readonly prices = new PriceKinds()
  readonly circles = new Circles()
  readonly tests = new IdPool<ConditionTest>()
  readonly facts = new IdPool<FactsTest>()
  readonly windows = new WindowCounts()
  readonly ids = new FilterIds()
  /** The number of filters that search descriptions. */
  searchingDescriptions = 0
  private readonly compiler = new FilterCompiler(this)
  private readonly index = new FilterIndex((indexKey, id) => this.firstRecord(indexKey, id))
  private looks = MAX_CHECKED
  private random = 1

  get size(): number {
    return this.index.size
  }

  add(filter: Filter): void {
    const { indexKeys, filed, group } = this.compiler
    // Compiled first: if that fails, nothing changes.
    this.compiler.compile(filter)
    const id = this.ids.enter(filter.id)
    const before = this.index.find(id)
    if (before) this.takeOut(id, before)
    for (let number = 0; number < id.length; number++) filed.values[record.ID + number] = id[number] as number
    for (let index = 0; index < indexKeys.length; index++) {
      this.compiler.selectKey(index)
      this.postings.add(indexKeys.values[index] as TermId, group, filed.values, filed.length)
    }
    this.index.add(id, indexKeys.values[0] as TermId)
    if (filter.searchIn === 'titleAndDescription') this.searchingDescriptions++
    this.windows.add(filter.endsWithinMinutes)
  }

  remove(filterId: string): void {
    const id = this.ids.find(filterId)
    const filed = id && this.index.find(id)
    if (!filed) return
    this.takeOut(id, filed)
    this.ids.leave(filterId)
  }

  private takeOut(id: IdNumbers, filed: Filed): void {
    this.index.remove(filed.slot)
    const { held, indexKeys } = this.releaseHeld(filed)
    for (const indexKey of indexKeys) this.postings.removeAt(indexKey, this.postings.find(indexKey, id))
    for (const termId of held) if (termId !== NO_TERM) this.dictionary.release(termId)
  }

  /** The start of a filter's record under a key; -1 if it is not there, or is filed under an earlier key. */
  private firstRecord(indexKey: TermId, id: IdNumbers): number {
    const at = this.postings.find(indexKey, id)
    if (at < 0) return at
    const { numbers } = this.postings
    const isEmpty = this.postings.after(at) === at + record.RECORD
    return !isEmpty && program.codeOf(numbers[at + record.RECORD] as number) === program.UNLESS ? -1 : at
  }

  /** Releases what a filter holds, by its first record, except for the terms. Those are returned, with its index keys. */
  private releaseHeld({ indexKey, at }: Filed): { held: TermId[]; indexKeys: TermId[] } {
    const { numbers } = this.postings
    const bits = numbers[at + record.BITS] as number
    if (!(bits & record.TITLE_ONLY)) this.searchingDescriptions--
    const { next } = this.postings.keyOf(this.postings.groupOf(indexKey, at))
    const held: TermId[] = [next, numbers[at + record.CATEGORY] as TermId]
    if (!(bits & record.SEVERAL)) held.push(indexKey)
    let indexKeys: TermId[] = [indexKey]
    const end = this.postings.after(at)
    for (let instruction = at + record.RECORD; instruction < end; ) {
      const code = program.codeOf(numbers[instruction] as number)
      const operands = program.operandsOf(numbers[instruction] as number)
      const first = numbers[instruction + 1] as number
      if (code === program.TEST || code === program.NO_TEST) this.tests.remove(first)
      else if (code === program.RADIUS) this.circles.release(first)
      else if (code === program.INDEX_KEYS) indexKeys = [...numbers.subarray(instruction + 1, instruction + 1 + operands)]
      else if (code === program.FACTS) {
        this.windows.remove(this.facts.get(first).target.criteria.endsWithinMinutes)
        this.facts.remove(first)
      }
      instruction += 1 + operands
    }
    held.push(...program.termsOf(numbers, at + record.RECORD, end))
    return { held, indexKeys }
  }

  /**
   * Checks a few of the filters that the current auction reached, mostly without a match, and moves those whose key has turned
   * out to be common. While many do, it checks more.
   * @param fragmented a key whose block is to be compacted; `NO_TERM` for none
   */
  refile(fragmented: TermId): void {
    if (fragmented !== NO_TERM) this.postings.compact(fragmented)
    const { found, count, auctions } = this.documentTerms
    if (this.looks === MIN_CHECKED && auctions % REST_AUCTIONS !== 0) return
    const termId = found[this.nextRandom() % Math.max(1, count)] as TermId
    const filed = count === 0 ? 0 : this.postings.count(termId)
    if (filed === 0) return
    const share = this.dictionary.share(termId)
    const looks = Math.min(this.looks, filed)
    const first = this.nextRandom() % Math.min(filed - looks + 1, MAX_SKIPPED)
    let moved = 0
    // Last to first, because removing a record moves only those behind it.
    for (const place of this.postings.places(termId, first, looks).reverse()) {
      if (this.moveToRarerKey(termId, share, this.postings.start(termId) + place)) moved++
    }
    this.looks = moved * MANY_MOVED > looks ? MAX_CHECKED : Math.max(MIN_CHECKED, this.looks >> 1)
  }

  /** Moves the record at `at` to the rarest term that it requires, if that is much rarer than the present key. */
  private moveToRarerKey(termId: TermId, share: number, at: number): boolean {
    const { postings, dictionary } = this
    if ((postings.numbers[at + record.BITS] as number) & record.SEVERAL) return false
    const { next, kind } = postings.keyOf(postings.groupOf(termId, at))
    const shareOfNext = next === NO_TERM ? 1 : dictionary.share(next)
    const place = this.rarestInProgram(at)
    const shareOfPlace = place < 0 ? 1 : dictionary.share(postings.numbers[place] as TermId)
    const isPlaceRarer = shareOfPlace * WORTH_MOVING < shareOfNext
    const rarest = isPlaceRarer ? (postings.numbers[place] as TermId) : next
    const isMoving = Math.min(shareOfPlace, shareOfNext) * WORTH_MOVING <= share
    if (rarest === NO_TERM || !(isMoving || isPlaceRarer)) return false
    if (isPlaceRarer) postings.numbers[place] = next
    const filed = postings.numbers.slice(at, postings.after(at))
    postings.removeAt(termId, at)
    if (isMoving) {
      postings.add(rarest, { next: termId, kind }, filed, filed.length)
      this.index.move(filed.subarray(record.ID, record.RECORD), termId, rarest)
    } else postings.add(termId, { next: rarest, kind }, filed, filed.length)
    return true
  }

  /** The position of the rarest term that the program of the record at `at` requires by itself; -1 if there is none. */
  private rarestInProgram(at: number): number {
    const { numbers } = this.postings
    const end = this.postings.after(at)
    let rarest = Number.POSITIVE_INFINITY
    let place = -1
    for (let instruction = at + record.RECORD; instruction < end; ) {
      const operands = program.operandsOf(numbers[instruction] as number)
      if (operands === 1 && program.codeOf(numbers[instruction] as number) === program.ANY) {
        const share = this.dictionary.share(numbers[instruction + 1] as TermId)
        if (share < rarest) {
          rarest = share
          place = instruction + 1
        }
      }
      instruction += 1 + operands
    }
    return place
  }

  /** A linear congruential generator: the positions need only be spread, and reproducible. */
  private nextRandom(): number {
    this.random = (Math.imul(this.random, 1_664_525) + 1_013_904_223) >>> 0
    return this.random >>> 8
  }
}

import type { Filter } from '../../contract/filter.ts'
import { Circles } from './circles.ts'
import type { ConditionTest } from './conditionTests.ts'
import { FilterIds, type IdNumbers } from './filterIds.ts'
import { type Filed, FilterIndex } from './filterIndex.ts'
import { Lexicon } from './lexicon.ts'
import { MarketplaceBits, PriceKinds } from './numbering.ts'
import { type FactsTest, Planner } from './plan.ts'
import { Postings } from './postings.ts'
import * as program from './program.ts'
import * as record from './record.ts'
import { type Atom, NO_ATOM, Sightings } from './sightings.ts'
import { Slots } from './slots.ts'
import { WindowCounts } from './windowCounts.ts'

/** Records looked at after one auction, at the least and at the most. */
const LEAST_LOOKS = 4
const MOST_LOOKS = 64
/** Where in a block one begins to look, at the most. */
const MOST_SKIPPED = 256
/** When little had to be moved, one looks after one auction in so many. */
const REST_AUCTIONS = 8
/** When one in so many had to be moved, it is worth looking at more. */
const MANY_MOVED = 16
/** How many times rarer the next atom has to be. */
const WORTH_MOVING = 1.5

/** The filters, filed so that those which an auction may meet are found by what it has. */
export class FilterTable {
  readonly sightings = new Sightings()
  readonly lexicon = new Lexicon(this.sightings)
  readonly postings = new Postings()
  readonly marketplaces = new MarketplaceBits()
  readonly prices = new PriceKinds()
  readonly circles = new Circles()
  readonly tests = new Slots<ConditionTest>()
  readonly facts = new Slots<FactsTest>()
  readonly windows = new WindowCounts()
  readonly ids = new FilterIds()
  /** How many filters search descriptions. */
  searchingDescriptions = 0
  private readonly planner = new Planner(this)
  private readonly index = new FilterIndex((anchor, id) => this.firstRecord(anchor, id))
  private looks = MOST_LOOKS
  private random = 1

  get size(): number {
    return this.index.size
  }

  add(filter: Filter): void {
    const { anchors, filed, group } = this.planner
    // First of all: a filter that cannot be planned changes nothing.
    this.planner.plan(filter)
    const id = this.ids.enter(filter.id)
    const before = this.index.find(id)
    if (before) this.takeOut(id, before)
    for (let number = 0; number < id.length; number++) filed.values[record.ID + number] = id[number] as number
    for (let index = 0; index < anchors.length; index++) {
      this.planner.turnTo(index)
      this.postings.add(anchors.values[index] as Atom, group, filed.values, filed.length)
    }
    this.index.add(id, anchors.values[0] as Atom)
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
    const { held, anchors } = this.takeBack(filed)
    for (const anchor of anchors) this.postings.removeAt(anchor, this.postings.find(anchor, id))
    for (const atom of held) if (atom !== NO_ATOM) this.lexicon.release(atom)
  }

  /** Where the record of a filter begins under an atom; -1 when it is not there, or filed under another one before. */
  private firstRecord(anchor: Atom, id: IdNumbers): number {
    const at = this.postings.find(anchor, id)
    if (at < 0) return at
    const { numbers } = this.postings
    const isEmpty = this.postings.after(at) === at + record.RECORD
    return !isEmpty && program.codeOf(numbers[at + record.RECORD] as number) === program.UNLESS ? -1 : at
  }

  /** Gives back what a filter holds, by its first record; but for the atoms, which are the answer with its anchors. */
  private takeBack({ anchor, at }: Filed): { held: Atom[]; anchors: Atom[] } {
    const { numbers } = this.postings
    const bits = numbers[at + record.BITS] as number
    if (!(bits & record.TITLE_ONLY)) this.searchingDescriptions--
    const { next } = this.postings.keyOf(this.postings.groupOf(anchor, at))
    const held: Atom[] = [next, numbers[at + record.CATEGORY] as Atom]
    if (!(bits & record.SEVERAL)) held.push(anchor)
    let anchors: Atom[] = [anchor]
    const end = this.postings.after(at)
    for (let instruction = at + record.RECORD; instruction < end; ) {
      const code = program.codeOf(numbers[instruction] as number)
      const operands = program.operandsOf(numbers[instruction] as number)
      const first = numbers[instruction + 1] as number
      if (code === program.TEST || code === program.NO_TEST) this.tests.remove(first)
      else if (code === program.RADIUS) this.circles.release(first)
      else if (code === program.ANCHORS) anchors = [...numbers.subarray(instruction + 1, instruction + 1 + operands)]
      else if (code === program.FACTS) {
        this.windows.remove(this.facts.get(first).target.criteria.endsWithinMinutes)
        this.facts.remove(first)
      }
      instruction += 1 + operands
    }
    held.push(...program.atomsOf(numbers, at + record.RECORD, end))
    return { held, anchors }
  }

  /**
   * Looks at a few of the filters that the present auction brought up, most often in vain, and files those anew that
   * turn out to be filed under something common. While many of them do, it looks at more.
   * @param untidy an atom whose block is to be put in order; `NO_ATOM` for none
   */
  keepOrder(untidy: Atom): void {
    if (untidy !== NO_ATOM) this.postings.tidy(untidy)
    const { found, count, auctions } = this.sightings
    if (this.looks === LEAST_LOOKS && auctions % REST_AUCTIONS !== 0) return
    const atom = found[this.nextRandom() % Math.max(1, count)] as Atom
    const filed = count === 0 ? 0 : this.postings.count(atom)
    if (filed === 0) return
    const share = this.lexicon.share(atom)
    const looks = Math.min(this.looks, filed)
    const first = this.nextRandom() % Math.min(filed - looks + 1, MOST_SKIPPED)
    let moved = 0
    // The last one first: what is taken out moves only what is behind it.
    for (const place of this.postings.places(atom, first, looks).reverse()) {
      if (this.fileRarer(atom, share, this.postings.start(atom) + place)) moved++
    }
    this.looks = moved * MANY_MOVED > looks ? MOST_LOOKS : Math.max(LEAST_LOOKS, this.looks >> 1)
  }

  /** Files the record at `at` under the rarest atom that it asks for when that is rarer by far than the present one. */
  private fileRarer(atom: Atom, share: number, at: number): boolean {
    const { postings, lexicon } = this
    if ((postings.numbers[at + record.BITS] as number) & record.SEVERAL) return false
    const { next, kind } = postings.keyOf(postings.groupOf(atom, at))
    const shareOfNext = next === NO_ATOM ? 1 : lexicon.share(next)
    const place = this.rarestInProgram(at)
    const shareOfPlace = place < 0 ? 1 : lexicon.share(postings.numbers[place] as Atom)
    const isPlaceRarer = shareOfPlace * WORTH_MOVING < shareOfNext
    const rarest = isPlaceRarer ? (postings.numbers[place] as Atom) : next
    const isMoving = Math.min(shareOfPlace, shareOfNext) * WORTH_MOVING <= share
    if (rarest === NO_ATOM || !(isMoving || isPlaceRarer)) return false
    if (isPlaceRarer) postings.numbers[place] = next
    const filed = postings.numbers.slice(at, postings.after(at))
    postings.removeAt(atom, at)
    if (isMoving) {
      postings.add(rarest, { next: atom, kind }, filed, filed.length)
      this.index.move(filed.subarray(record.ID, record.RECORD), atom, rarest)
    } else postings.add(atom, { next: rarest, kind }, filed, filed.length)
    return true
  }

  /** Where the rarest atom stands that the program of the record at `at` asks for by itself; -1 when there is none. */
  private rarestInProgram(at: number): number {
    const { numbers } = this.postings
    const end = this.postings.after(at)
    let rarest = Number.POSITIVE_INFINITY
    let place = -1
    for (let instruction = at + record.RECORD; instruction < end; ) {
      const operands = program.operandsOf(numbers[instruction] as number)
      if (operands === 1 && program.codeOf(numbers[instruction] as number) === program.ANY) {
        const share = this.lexicon.share(numbers[instruction + 1] as Atom)
        if (share < rarest) {
          rarest = share
          place = instruction + 1
        }
      }
      instruction += 1 + operands
    }
    return place
  }

  /** A small generator: where one looks next need only be spread, and the same in every run. */
  private nextRandom(): number {
    this.random = (Math.imul(this.random, 1_664_525) + 1_013_904_223) >>> 0
    return this.random >>> 8
  }
}

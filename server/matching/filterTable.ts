import type { Filter } from '../../contract/filter.ts'
import { Circles } from './circles.ts'
import type { ConditionTest } from './conditionTests.ts'
import { Lexicon } from './lexicon.ts'
import { MarketplaceBits, PriceKinds } from './numbering.ts'
import { type FactsTest, planOf } from './plan.ts'
import { COUNT, HEAD, OWNER, Postings, RECORD, START } from './postings.ts'
import * as program from './program.ts'
import * as record from './record.ts'
import { type Atom, NO_ATOM, Sightings } from './sightings.ts'
import { Slots } from './slots.ts'
import { enlarged } from './stringTable.ts'
import { WindowCounts } from './windowCounts.ts'

/** Records looked at after one auction, at the least and at the most. */
const LEAST_LOOKS = 2
const MOST_LOOKS = 64
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
  /** How many filters search descriptions. */
  searchingDescriptions = 0
  private readonly owners = new Map<string, number>()
  private readonly ids: string[] = []
  private readonly freeOwners: number[] = []
  /** By owner: the atom it is filed under; the first one of several. */
  private anchors = new Int32Array(1024)
  /** By owner: the stamp of the auction in which it was found last, for those filed under several atoms. */
  private foundIn = new Int32Array(1024)
  /** By owner, of those filed under several atoms: all of these. */
  private readonly severalAnchors = new Map<number, readonly Atom[]>()
  private readonly endsWithin = new Map<number, number>()
  private looks = MOST_LOOKS
  private random = 1

  get size(): number {
    return this.owners.size
  }

  idOf(owner: number): string {
    return this.ids[owner] as string
  }

  /** Whether the owner was not found in the present auction before. */
  isFirstFinding(owner: number): boolean {
    const { stamp } = this.sightings
    if (this.foundIn[owner] === stamp) return false
    this.foundIn[owner] = stamp
    return true
  }

  add(filter: Filter): void {
    this.remove(filter.id)
    const owner = this.freeOwners.pop() ?? this.ids.length
    this.ids[owner] = filter.id
    this.owners.set(filter.id, owner)
    if (owner >= this.anchors.length) {
      this.anchors = enlarged(this.anchors, owner + 1)
      this.foundIn = enlarged(this.foundIn, owner + 1)
    }
    this.foundIn[owner] = -1
    const plan = planOf(filter, this)
    plan.record[OWNER] = owner
    this.anchors[owner] = plan.anchors[0] as Atom
    if (plan.anchors.length > 1) this.severalAnchors.set(owner, plan.anchors)
    for (const anchor of plan.anchors) this.postings.add(anchor, plan.record, plan.program)
    if (filter.searchIn === 'titleAndDescription') this.searchingDescriptions++
    if (filter.endsWithinMinutes !== undefined) this.endsWithin.set(owner, filter.endsWithinMinutes)
    this.windows.add(filter.endsWithinMinutes)
  }

  remove(filterId: string): void {
    const owner = this.owners.get(filterId)
    if (owner === undefined) return
    this.owners.delete(filterId)
    this.ids[owner] = ''
    this.freeOwners.push(owner)
    this.windows.remove(this.endsWithin.get(owner))
    this.endsWithin.delete(owner)
    const first = this.anchors[owner] as Atom
    const anchors = this.severalAnchors.get(owner) ?? [first]
    this.severalAnchors.delete(owner)
    this.releaseAll(first, this.postings.find(first, owner), anchors.length === 1)
    for (const anchor of anchors) this.postings.removeAt(anchor, this.postings.find(anchor, owner))
  }

  /** Gives back all that a filter holds, by one of its records. */
  private releaseAll(anchor: Atom, at: number, isOnlyAnchor: boolean): void {
    const { numbers } = this.postings
    if (!((numbers[at + record.BITS] as number) & record.TITLE_ONLY)) this.searchingDescriptions--
    const held = isOnlyAnchor ? [anchor] : []
    held.push(numbers[at + record.NEXT] as Atom, numbers[at + record.CATEGORY] as Atom)
    const start = this.postings.programOf(anchor, at)
    const end = start < 0 ? start : start + (numbers[start - 1] as number)
    for (let instruction = start; instruction < end; ) {
      const code = program.codeOf(numbers[instruction] as number)
      const operands = program.operandsOf(numbers[instruction] as number)
      const first = numbers[instruction + 1] as number
      if (code === program.RADIUS) this.circles.remove(first)
      if (code === program.TEST || code === program.NO_TEST) this.tests.remove(first)
      if (code === program.FACTS) this.facts.remove(first)
      if (code === program.HELD) held.push(...numbers.subarray(instruction + 1, instruction + 1 + operands))
      instruction += 1 + operands
    }
    for (const atom of held) if (atom !== NO_ATOM) this.lexicon.release(atom)
  }

  /**
   * Looks at a few of the filters that the present auction brought up in vain most often, and files those anew that turn
   * out to be filed under something common. While many of them do, it looks at more.
   */
  refile(): void {
    const { found, count } = this.sightings
    const { heads } = this.postings
    const atom = found[this.nextRandom() % Math.max(1, count)] as Atom
    const head = atom * HEAD
    const filed = head + HEAD <= heads.length ? (heads[head + COUNT] as number) : 0
    if (filed === 0) return
    const share = this.lexicon.share(atom)
    let record = this.nextRandom() % filed
    let moved = 0
    const looks = Math.min(this.looks, filed)
    for (let look = 0; look < looks; look++) {
      // Moving records may move and enlarge the heads' array as well.
      const left = this.postings.heads[head + COUNT] as number
      if (left === 0) break
      if (record >= left) record = 0
      if (this.fileRarer(atom, share, (this.postings.heads[head + START] as number) + record * RECORD)) moved++
      else record++
    }
    this.looks = moved * MANY_MOVED > looks ? MOST_LOOKS : Math.max(LEAST_LOOKS, this.looks >> 1)
  }

  /** Files the record at `at` under its next atom when that is rarer by far. */
  private fileRarer(atom: Atom, share: number, at: number): boolean {
    const { postings } = this
    if ((postings.numbers[at + record.BITS] as number) & record.SEVERAL) return false
    this.takeRarestNext(atom, at)
    const next = postings.numbers[at + record.NEXT] as Atom
    if (next === NO_ATOM || this.lexicon.share(next) * WORTH_MOVING > share) return false
    const moved = postings.numbers.slice(at, at + RECORD)
    const start = postings.programOf(atom, at)
    const program = start < 0 ? [] : [...postings.numbers.subarray(start, start + (postings.numbers[start - 1] as number))]
    postings.removeAt(atom, at)
    moved[record.NEXT] = atom
    this.anchors[moved[OWNER] as number] = next
    postings.add(next, moved, program)
    return true
  }

  /** Lets the record's next atom and one that its program asks for change places when the latter is rarer. */
  private takeRarestNext(atom: Atom, at: number): void {
    const { numbers } = this.postings
    const start = this.postings.programOf(atom, at)
    const end = start < 0 ? start : start + (numbers[start - 1] as number)
    const next = numbers[at + record.NEXT] as Atom
    let rarest = next === NO_ATOM ? 0 : this.lexicon.share(next)
    let place = -1
    for (let instruction = start; instruction < end && codeOfAny(numbers[instruction] as number); ) {
      const operands = program.operandsOf(numbers[instruction] as number)
      const share = operands === 1 ? this.lexicon.share(numbers[instruction + 1] as Atom) : 1
      if (share < rarest) {
        rarest = share
        place = instruction + 1
      }
      instruction += 1 + operands
    }
    if (place < 0) return
    const rarer = numbers[place] as Atom
    numbers[place] = next
    numbers[at + record.NEXT] = rarer
    // What the record names is held by being named there, the rest is held by the program.
    const held = numbers.lastIndexOf(rarer, end - 1)
    numbers[held] = next
  }

  /** A small generator: where one looks next need only be spread, and the same in every run. */
  private nextRandom(): number {
    this.random = (Math.imul(this.random, 1_664_525) + 1_013_904_223) >>> 0
    return this.random >>> 8
  }
}

function codeOfAny(instruction: number): boolean {
  return program.codeOf(instruction) === program.ANY
}

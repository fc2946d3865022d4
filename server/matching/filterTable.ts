import type { Filter } from '../../contract/filter.ts'
import type { ConditionTest } from './conditionTests.ts'
import { Lexicon } from './lexicon.ts'
import { MarketplaceBits, PriceKinds } from './numbering.ts'
import { type Owner, Owners } from './owners.ts'
import { type FactsTest, planOf } from './plan.ts'
import { OWNER, Postings, RECORD } from './postings.ts'
import * as program from './program.ts'
import * as record from './record.ts'
import { type Atom, NO_ATOM, Sightings } from './sightings.ts'
import { Slots } from './slots.ts'
import { enlarged } from './stringTable.ts'
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
  readonly tests = new Slots<ConditionTest>()
  readonly facts = new Slots<FactsTest>()
  readonly windows = new WindowCounts()
  /** How many filters search descriptions. */
  searchingDescriptions = 0
  private readonly owners = new Owners()
  /** By owner: the atom it is filed under; the first one of several. */
  private anchors = new Int32Array(1024)
  /** By owner, of those filed under several atoms: all of these. */
  private readonly severalAnchors = new Map<Owner, readonly Atom[]>()
  private readonly endsWithin = new Map<Owner, number>()
  private looks = MOST_LOOKS
  private random = 1

  get size(): number {
    return this.owners.size
  }

  idOf(owner: Owner): string {
    return this.owners.idOf(owner)
  }

  add(filter: Filter): void {
    this.remove(filter.id)
    // A filter that cannot be planned must not be there in name.
    const plan = planOf(filter, this)
    const owner = this.owners.add(filter.id)
    if (owner >= this.anchors.length) this.anchors = enlarged(this.anchors, owner + 1)
    plan.record[OWNER] = owner
    for (const { anchor, program } of plan.under) this.postings.add(anchor, plan.record, program)
    this.anchors[owner] = plan.under[0]?.anchor as Atom
    if (plan.under.length > 1) {
      this.severalAnchors.set(
        owner,
        plan.under.map(({ anchor }) => anchor),
      )
    }
    if (filter.searchIn === 'titleAndDescription') this.searchingDescriptions++
    if (filter.endsWithinMinutes !== undefined) this.endsWithin.set(owner, filter.endsWithinMinutes)
    this.windows.add(filter.endsWithinMinutes)
  }

  remove(filterId: string): void {
    const owner = this.owners.find(filterId)
    if (owner === undefined) return
    this.owners.remove(filterId)
    this.windows.remove(this.endsWithin.get(owner))
    this.endsWithin.delete(owner)
    const first = this.anchors[owner] as Atom
    const anchors = this.severalAnchors.get(owner) ?? [first]
    this.severalAnchors.delete(owner)
    const held = this.heldBy(first, this.postings.find(first, owner), anchors.length === 1)
    for (const anchor of anchors) this.postings.removeAt(anchor, this.postings.find(anchor, owner))
    for (const atom of held) if (atom !== NO_ATOM) this.lexicon.release(atom)
  }

  /** Gives back what a filter holds, by one of its records; but for the atoms, which are the answer. */
  private heldBy(anchor: Atom, at: number, isOnlyRecord: boolean): Atom[] {
    const { numbers } = this.postings
    if (!((numbers[at + record.BITS] as number) & record.TITLE_ONLY)) this.searchingDescriptions--
    const held = isOnlyRecord ? [anchor] : []
    held.push(numbers[at + record.NEXT] as Atom, numbers[at + record.CATEGORY] as Atom)
    const end = this.postings.after(at)
    for (let instruction = at + RECORD; instruction < end; ) {
      const code = program.codeOf(numbers[instruction] as number)
      const operands = program.operandsOf(numbers[instruction] as number)
      const first = numbers[instruction + 1] as number
      if (code === program.TEST || code === program.NO_TEST) this.tests.remove(first)
      if (code === program.FACTS) this.facts.remove(first)
      instruction += 1 + operands
    }
    held.push(...program.atomsOf(numbers, at + RECORD, end))
    return held
  }

  /**
   * Looks at a few of the filters that the present auction brought up, most often in vain, and files those anew that
   * turn out to be filed under something common. While many of them do, it looks at more.
   */
  refile(): void {
    const { found, count, auctions } = this.sightings
    if (this.looks === LEAST_LOOKS && auctions % REST_AUCTIONS !== 0) return
    const atom = found[this.nextRandom() % Math.max(1, count)] as Atom
    const filed = count === 0 ? 0 : this.postings.count(atom)
    if (filed === 0) return
    const share = this.lexicon.share(atom)
    let at = this.postings.start(atom)
    for (let skip = this.nextRandom() % Math.min(filed, MOST_SKIPPED); skip > 0; skip--) at = this.postings.after(at)
    let moved = 0
    const looks = Math.min(this.looks, filed)
    for (let look = 0; look < looks; look++) {
      if (this.postings.count(atom) === 0) break
      if (at >= this.postings.stop(atom)) at = this.postings.start(atom)
      if (this.fileRarer(atom, share, at)) moved++
      else at = this.postings.after(at)
    }
    this.looks = moved * MANY_MOVED > looks ? MOST_LOOKS : Math.max(LEAST_LOOKS, this.looks >> 1)
  }

  /** Files the record at `at` under its next atom when that is rarer by far. */
  private fileRarer(atom: Atom, share: number, at: number): boolean {
    const { postings } = this
    if ((postings.numbers[at + record.BITS] as number) & record.SEVERAL) return false
    this.takeRarestNext(at)
    const next = postings.numbers[at + record.NEXT] as Atom
    if (next === NO_ATOM || this.lexicon.share(next) * WORTH_MOVING > share) return false
    const moved = postings.numbers.slice(at, at + RECORD)
    const program = postings.numbers.slice(at + RECORD, postings.after(at))
    postings.removeAt(atom, at)
    moved[record.NEXT] = atom
    postings.add(next, moved, program)
    this.anchors[moved[OWNER] as number] = next
    return true
  }

  /** Lets the record's next atom and one that its program asks for change places when the latter is rarer. */
  private takeRarestNext(at: number): void {
    const { numbers } = this.postings
    const end = this.postings.after(at)
    const next = numbers[at + record.NEXT] as Atom
    let rarest = next === NO_ATOM ? 0 : this.lexicon.share(next)
    let place = -1
    for (let instruction = at + RECORD; instruction < end && codeOfAny(numbers[instruction] as number); ) {
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

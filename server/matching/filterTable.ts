import type { Filter } from '../../contract/filter.ts'
import type { ConditionTest } from './conditionTests.ts'
import { Lexicon } from './lexicon.ts'
import { MarketplaceBits, PriceKinds } from './numbering.ts'
import { type Circle, type FactsTest, planOf } from './plan.ts'
import { OWNER, Postings } from './postings.ts'
import * as program from './program.ts'
import * as record from './record.ts'
import { type Atom, NO_ATOM, Sightings } from './sightings.ts'
import { Slots } from './slots.ts'
import { enlarged } from './stringTable.ts'
import { WindowCounts } from './windowCounts.ts'

/** The filters, filed so that those which an auction may meet are found by what it has. */
export class FilterTable {
  readonly sightings = new Sightings()
  readonly lexicon = new Lexicon(this.sightings)
  readonly postings = new Postings()
  readonly marketplaces = new MarketplaceBits()
  readonly prices = new PriceKinds()
  readonly circles = new Slots<Circle>()
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

  get size(): number {
    return this.owners.size
  }

  idOf(owner: number): string {
    return this.ids[owner] as string
  }

  /** Whether the owner was not found in this auction before. */
  isFirstFinding(owner: number, stamp: number): boolean {
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

  /** Files filters that turned out to be filed under something common under something rarer. */
  refile(): void {}
}

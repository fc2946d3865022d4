import type { FilterCriteria } from '../../contract/filter.ts'
import { parseKeywords } from '../../contract/keywords.ts'
import type { Circles } from './circles.ts'
import { type Condition, keywordConditions } from './conditions.ts'
import { addRequirements, type ConditionTest, conditionTest } from './conditionTests.ts'
import { namesOf, type RarestFact, rarestFact } from './factAtoms.ts'
import type { Lexicon } from './lexicon.ts'
import { NeededLists } from './neededLists.ts'
import type { MarketplaceBits, PriceKinds } from './numbering.ts'
import { NumberList } from './numberList.ts'
import * as program from './program.ts'
import { instruct } from './program.ts'
import * as record from './record.ts'
import { type Atom, NO_ATOM } from './sightings.ts'
import type { Slots } from './slots.ts'
import { asks, defaultPolicy, type FactCriterion, type Target, targetOf } from './verdicts.ts'

/** Criteria that are judged one by one: few filters ask for them. */
export type FactsTest = { readonly target: Target; readonly criteria: readonly FactCriterion[] }

export type PlanParts = {
  readonly lexicon: Lexicon
  readonly marketplaces: MarketplaceBits
  readonly prices: PriceKinds
  readonly circles: Circles
  readonly tests: Slots<ConditionTest>
  readonly facts: Slots<FactsTest>
}

/** Criteria that records and programs do not decide by themselves. */
const JUDGED = ['buyingOption', 'condition', 'bids', 'shipping', 'seller', 'commercial', 'end'] as const

/**
 * Plans how a filter is looked for: filed under the rarest thing that every matching auction has, grouped by the second
 * rarest word, all else in its record and its program. Keywords with a fault must not get this far: what the parser makes
 * of them is matched all the same. A plan stands until the next one is made, in the same room.
 */
export class Planner {
  /** What the filter is filed under: each of these. */
  readonly anchors = new NumberList()
  readonly group = { next: NO_ATOM, kind: 0 }
  /** The record, all but the id, and behind it the program: under the first anchor, or the one last turned to. */
  readonly filed = new NumberList()
  private readonly parts: PlanParts
  /** Atoms of words, as often as they were acquired; `NO_ATOM` in place of one that what is written has named. */
  private readonly held = new NumberList()
  private readonly lists = new NeededLists()
  private readonly none = new NumberList()
  /** What is asked, where the filter is filed under several atoms. */
  private asked = new Int32Array()

  constructor(parts: PlanParts) {
    this.parts = parts
  }

  plan(criteria: FilterCriteria): void {
    const { anchors, filed, group, lists, parts } = this
    this.clear()
    const { terms } = parseKeywords(criteria.keywords, { hasOtherCriterion: true })
    const { required, excluded } = keywordConditions(terms, criteria.wordMatch)
    const tests: ConditionTest[] = []
    const excludedTests: ConditionTest[] = []
    for (const condition of required) this.require(condition, tests)
    for (const condition of excluded) this.exclude(condition, excludedTests)
    this.chooseAnchors(rarestFact(criteria, parts.lexicon))

    const judged: FactCriterion[] = []
    for (const criterion of JUDGED) if (asks(criteria, criterion)) judged.push(criterion)
    if (criteria.location) instruct(filed, program.RADIUS, [parts.circles.acquire(criteria.location)])
    const afterCircle = filed.length
    group.kind = this.writePrice(criteria, judged)
    group.next = lists.takeSingle()
    this.name(group.next)
    filed.values[record.MARKETPLACES] = parts.marketplaces.mask(criteria.marketplaces)
    if (parts.marketplaces.lacksBit(criteria.marketplaces)) judged.push('marketplace')

    for (let index = 0; index < lists.length; index++) {
      const list = lists.get(index)
      this.instructNaming(program.ANY, typeof list === 'number' ? [list] : list)
    }
    this.writeCategories(criteria)
    if (judged.length > 0) {
      instruct(filed, program.FACTS, [parts.facts.add({ target: lean(targetOf(criteria)), criteria: judged })])
    }
    this.writeTests(tests)
    this.writeExclusions(excludedTests)
    this.writeBits(criteria, filed.length > afterCircle)
    if (anchors.length > 1) {
      this.asked = filed.values.slice(record.RECORD, filed.length)
      this.instructNaming(program.ANCHORS, anchors.values, anchors.length)
    }
    this.writeHeld()
  }

  /** Has `filed` be what is filed under the anchor of this number: under all but the first, nothing that those before find. */
  turnTo(anchor: number): void {
    const { anchors, filed } = this
    if (anchor === 0) return
    filed.length = record.RECORD
    filed.values[record.BITS] = ((filed.values[record.BITS] as number) & ~record.CIRCLE) | record.ASKS
    instruct(filed, program.UNLESS, anchors.values, anchor)
    for (const number of this.asked) filed.push(number)
  }

  private clear(): void {
    const { anchors, filed, held, lists, none } = this
    anchors.length = held.length = lists.length = none.length = 0
    // A group of nothing, which is a fault, is filed nowhere.
    anchors.values[0] = NO_ATOM
    filed.values.fill(0, 0, record.RECORD)
    filed.length = record.RECORD
  }

  private require(condition: Condition, tests: ConditionTest[]): void {
    const { lexicon } = this.parts
    if (condition.kind === 'word') this.lists.push(this.hold(lexicon.acquirePattern(condition.pattern)))
    else addRequirements(conditionTest(condition, lexicon, this.held), this.lists, tests)
  }

  private exclude(condition: Condition, tests: ConditionTest[]): void {
    const test = conditionTest(condition, this.parts.lexicon, this.held)
    if (test.kind !== 'atoms') tests.push(test)
    else for (const atom of test.atoms) this.none.push(atom)
  }

  private chooseAnchors(fact: RarestFact): void {
    const { anchors, lists } = this
    const { lexicon } = this.parts
    if (lists.sort(fact.share, lexicon) > fact.share) {
      for (const name of namesOf(fact)) anchors.push(this.hold(lexicon.acquireFact(fact.kind, name)))
    } else {
      const rarest = lists.takeFirst()
      if (typeof rarest === 'number') anchors.push(rarest)
      else for (const atom of rarest) anchors.push(atom)
    }
    // Several are named in the program.
    if (anchors.length === 1) this.name(anchors.values[0] as Atom)
  }

  /** Writes the price's bounds, or has the price judged where they do not fit; gives which price it is. */
  private writePrice({ price }: FilterCriteria, judged: FactCriterion[]): number {
    const { filed } = this
    filed.values[record.PRICE_MAX] = record.MOST
    if (price?.min === undefined && price?.max === undefined) return 0
    const { min = 0, max } = price
    // An amount beyond what a record holds is taken for its bound: what asks for more is judged by itself.
    const fits = min <= record.MOST && (max === undefined || max < record.MOST)
    const kind = fits ? this.parts.prices.numberOf(price) : 0
    if (kind === 0) {
      judged.push('price')
      return 0
    }
    filed.values[record.PRICE_MAX] = max ?? record.MOST
    filed.values[record.PRICE_MIN] = min
    return kind
  }

  private writeBits({ searchIn, unknown, location }: FilterCriteria, asksMore: boolean): void {
    this.filed.values[record.BITS] =
      (searchIn === 'title' ? record.TITLE_ONLY : 0) |
      (this.anchors.length > 1 ? record.SEVERAL : 0) |
      (location ? record.CIRCLE : 0) |
      (asksMore ? record.ASKS : 0) |
      (record.policyCode(unknown.price ?? defaultPolicy('price')) << record.PRICE_POLICY_SHIFT) |
      (record.policyCode(unknown.category ?? defaultPolicy('category')) << record.CATEGORY_POLICY_SHIFT) |
      (record.policyCode(unknown.location ?? defaultPolicy('location')) << record.LOCATION_POLICY_SHIFT)
  }

  private writeCategories({ categories }: FilterCriteria): void {
    const { filed } = this
    const { lexicon } = this.parts
    if (categories.length === 1) filed.values[record.CATEGORY] = lexicon.acquireFact('category', categories[0] as string)
    else if (categories.length > 1) {
      const atoms = categories.map((id) => lexicon.acquireFact('category', id))
      instruct(filed, program.CATEGORIES, atoms)
    }
  }

  private writeTests(tests: readonly ConditionTest[]): void {
    for (const test of tests) {
      const either = eitherOf(test)
      if (test.kind === 'phrase') this.instructNaming(program.PHRASE, test.words)
      else if (either) this.instructNaming(program.EITHER, either)
      else instruct(this.filed, program.TEST, [this.parts.tests.add(test)])
    }
  }

  private writeExclusions(tests: readonly ConditionTest[]): void {
    const { none } = this
    if (none.length > 0) this.instructNaming(program.NONE, none.values, none.length)
    for (const test of tests) {
      if (test.kind === 'phrase') this.instructNaming(program.NO_PHRASE, test.words)
      else instruct(this.filed, program.NO_TEST, [this.parts.tests.add(test)])
    }
  }

  /** Writes the atoms that are held and that nothing else names. */
  private writeHeld(): void {
    const { values, length } = this.held
    let unnamed = 0
    for (let at = 0; at < length; at++) if (values[at] !== NO_ATOM) values[unnamed++] = values[at] as Atom
    if (unnamed > 0) instruct(this.filed, program.HELD, values, unnamed)
  }

  private instructNaming(code: number, atoms: ArrayLike<Atom>, count = atoms.length): void {
    instruct(this.filed, code, atoms, count)
    for (let index = 0; index < count; index++) this.name(atoms[index] as Atom)
  }

  private hold(atom: Atom): Atom {
    this.held.push(atom)
    return atom
  }

  /** What the record or an instruction names is held by being named there: once by each naming. */
  private name(atom: Atom): void {
    if (atom === NO_ATOM) return
    const { values, length } = this.held
    for (let at = 0; at < length; at++) {
      if (values[at] !== atom) continue
      values[at] = NO_ATOM
      return
    }
    this.parts.lexicon.use(atom)
  }
}

/** The atoms of two words and of the token that spells both, where that is all that is asked. */
function eitherOf(test: ConditionTest): Atom[] | undefined {
  if (test.kind !== 'any' || test.of.length !== 2) return undefined
  const [both, spelled] = test.of
  if (both?.kind !== 'all' || both.of.length !== 2) return undefined
  const [first, second, third] = [singleOf(both.of[0]), singleOf(both.of[1]), singleOf(spelled)]
  return first && second && third ? [first, second, third] : undefined
}

function singleOf(test: ConditionTest | undefined): Atom | undefined {
  return test?.kind === 'atoms' && test.atoms.length === 1 ? test.atoms[0] : undefined
}

/** What is needed to judge, without the words: a filter may be kept for years. */
function lean({ criteria, ...target }: Target): Target {
  return { ...target, criteria: { ...criteria, keywords: '', name: '' } }
}

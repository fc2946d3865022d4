import type { FilterCriteria } from '../../../contract/filter.ts'
import { parseKeywords } from '../../../contract/keywords.ts'
import { asks, defaultPolicy, type FactCriterion, type Target, targetOf } from '../criteria/verdicts.ts'
import { type Condition, keywordConditions } from '../keywords/conditions.ts'
import type { Circles } from './circles.ts'
import { addRequirements, type ConditionTest, conditionTest } from './conditionMatchers.ts'
import { NO_TERM, type TermId } from './documentTerms.ts'
import { namesOf, type RarestFact, rarestFact } from './factTerms.ts'
import type { IdPool } from './idPool.ts'
import type { MarketplaceBits, PriceKinds } from './numbering.ts'
import { NumberList } from './numberList.ts'
import * as program from './program.ts'
import { emit } from './program.ts'
import * as record from './record.ts'
import { RequiredClauses } from './requiredClauses.ts'
import type { TermDictionary } from './termDictionary.ts'

/** Criteria that are evaluated individually, because few filters use them. */
export type FactsTest = { readonly target: Target; readonly criteria: readonly FactCriterion[] }

export type CompilerDependencies = {
  readonly dictionary: TermDictionary
  readonly marketplaces: MarketplaceBits
  readonly prices: PriceKinds
  readonly circles: Circles
  readonly tests: IdPool<ConditionTest>
  readonly facts: IdPool<FactsTest>
}

/** Criteria that records and program instructions do not cover. */
const INDIVIDUAL = ['buyingOption', 'condition', 'bids', 'shipping', 'seller', 'commercial', 'end'] as const

/**
 * Compiles a filter: the keys to index it under (the rarest property that every matching auction has), its group (the second
 * rarest word), and its record and program for everything else. Keywords must be faultless; faulty ones are compiled as parsed.
 * The result is valid until the next call, which reuses its memory.
 */
export class FilterCompiler {
  /** The index keys. */
  readonly indexKeys = new NumberList()
  readonly group = { next: NO_TERM, kind: 0 }
  /** The record except the id, followed by the program, for the first index key or the one selected last. */
  readonly filed = new NumberList()
  private readonly deps: CompilerDependencies
  /** Acquired terms of words, once per acquisition; `NO_TERM` replaces those that the record or program names. */
  private readonly held = new NumberList()
  private readonly lists = new RequiredClauses()
  private readonly none = new NumberList()
  /** The program's requirements, if the filter has several index keys. */
  private asked = new Int32Array()

  constructor(deps: CompilerDependencies) {
    this.deps = deps
  }

  compile(criteria: FilterCriteria): void {
    const { indexKeys, filed, group, lists, deps } = this
    this.clear()
    const { terms } = parseKeywords(criteria.keywords, { hasOtherCriterion: true })
    const { required, excluded } = keywordConditions(terms, criteria.wordMatch)
    const tests: ConditionTest[] = []
    const excludedTests: ConditionTest[] = []
    for (const condition of required) this.require(condition, tests)
    for (const condition of excluded) this.exclude(condition, excludedTests)
    this.chooseIndexKeys(rarestFact(criteria, deps.dictionary))

    const individual: FactCriterion[] = []
    for (const criterion of INDIVIDUAL) if (asks(criteria, criterion)) individual.push(criterion)
    if (criteria.location) emit(filed, program.RADIUS, [deps.circles.acquire(criteria.location)])
    const afterCircle = filed.length
    group.kind = this.writePrice(criteria, individual)
    group.next = lists.takeSingle()
    this.name(group.next)
    filed.values[record.MARKETPLACES] = deps.marketplaces.mask(criteria.marketplaces)
    if (deps.marketplaces.lacksBit(criteria.marketplaces)) individual.push('marketplace')

    for (let index = 0; index < lists.length; index++) {
      const list = lists.get(index)
      this.emitNaming(program.ANY, typeof list === 'number' ? [list] : list)
    }
    this.writeCategories(criteria)
    if (individual.length > 0) {
      emit(filed, program.FACTS, [deps.facts.add({ target: lean(targetOf(criteria)), criteria: individual })])
    }
    this.writeTests(tests)
    this.writeExclusions(excludedTests)
    this.writeBits(criteria, filed.length > afterCircle)
    if (indexKeys.length > 1) {
      this.asked = filed.values.slice(record.RECORD, filed.length)
      this.emitNaming(program.INDEX_KEYS, indexKeys.values, indexKeys.length)
    }
    this.writeHeld()
  }

  /**
   * Rewrites `filed` for the index key with this number. For all but the first key, it excludes auctions that an earlier key
   * finds.
   */
  selectKey(indexKey: number): void {
    const { indexKeys, filed } = this
    if (indexKey === 0) return
    filed.length = record.RECORD
    filed.values[record.BITS] = ((filed.values[record.BITS] as number) & ~record.CIRCLE) | record.ASKS
    emit(filed, program.UNLESS, indexKeys.values, indexKey)
    for (const number of this.asked) filed.push(number)
  }

  private clear(): void {
    const { indexKeys, filed, held, lists, none } = this
    indexKeys.length = held.length = lists.length = none.length = 0
    // An empty group, which is a fault, is not indexed.
    indexKeys.values[0] = NO_TERM
    filed.values.fill(0, 0, record.RECORD)
    filed.length = record.RECORD
  }

  private require(condition: Condition, tests: ConditionTest[]): void {
    const { dictionary } = this.deps
    if (condition.kind === 'word') this.lists.push(this.hold(dictionary.acquirePattern(condition.pattern)))
    else addRequirements(conditionTest(condition, dictionary, this.held), this.lists, tests)
  }

  private exclude(condition: Condition, tests: ConditionTest[]): void {
    const test = conditionTest(condition, this.deps.dictionary, this.held)
    if (test.kind !== 'termIds') tests.push(test)
    else for (const termId of test.termIds) this.none.push(termId)
  }

  private chooseIndexKeys(fact: RarestFact): void {
    const { indexKeys, lists } = this
    const { dictionary } = this.deps
    if (lists.sort(fact.share, dictionary) > fact.share) {
      for (const name of namesOf(fact)) indexKeys.push(this.hold(dictionary.acquireFact(fact.kind, name)))
    } else {
      const rarest = lists.takeFirst()
      if (typeof rarest === 'number') indexKeys.push(rarest)
      else for (const termId of rarest) indexKeys.push(termId)
    }
    // Several keys are named in the program.
    if (indexKeys.length === 1) this.name(indexKeys.values[0] as TermId)
  }

  /**
   * Writes the price's bounds, or has the price evaluated individually if they do not fit.
   * @returns the kind of price
   */
  private writePrice({ price }: FilterCriteria, individual: FactCriterion[]): number {
    const { filed } = this
    filed.values[record.PRICE_MAX] = record.MOST
    if (price?.min === undefined && price?.max === undefined) return 0
    const { min = 0, max } = price
    // Larger amounts than a record can hold are cut to its maximum; filters that exceed it are evaluated individually.
    const fits = min <= record.MOST && (max === undefined || max < record.MOST)
    const kind = fits ? this.deps.prices.numberOf(price) : 0
    if (kind === 0) {
      individual.push('price')
      return 0
    }
    filed.values[record.PRICE_MAX] = max ?? record.MOST
    filed.values[record.PRICE_MIN] = min
    return kind
  }

  private writeBits({ searchIn, unknown, location }: FilterCriteria, asksMore: boolean): void {
    this.filed.values[record.BITS] =
      (searchIn === 'title' ? record.TITLE_ONLY : 0) |
      (this.indexKeys.length > 1 ? record.SEVERAL : 0) |
      (location ? record.CIRCLE : 0) |
      (asksMore ? record.ASKS : 0) |
      (record.policyCode(unknown.price ?? defaultPolicy('price')) << record.PRICE_POLICY_SHIFT) |
      (record.policyCode(unknown.category ?? defaultPolicy('category')) << record.CATEGORY_POLICY_SHIFT) |
      (record.policyCode(unknown.location ?? defaultPolicy('location')) << record.LOCATION_POLICY_SHIFT)
  }

  private writeCategories({ categories }: FilterCriteria): void {
    const { filed } = this
    const { dictionary } = this.deps
    if (categories.length === 1) filed.values[record.CATEGORY] = dictionary.acquireFact('category', categories[0] as string)
    else if (categories.length > 1) {
      const termIds = categories.map((id) => dictionary.acquireFact('category', id))
      emit(filed, program.CATEGORIES, termIds)
    }
  }

  private writeTests(tests: readonly ConditionTest[]): void {
    for (const test of tests) {
      const either = eitherOf(test)
      if (test.kind === 'phrase') this.emitNaming(program.PHRASE, test.words)
      else if (either) this.emitNaming(program.EITHER, either)
      else emit(this.filed, program.TEST, [this.deps.tests.add(test)])
    }
  }

  private writeExclusions(tests: readonly ConditionTest[]): void {
    const { none } = this
    if (none.length > 0) this.emitNaming(program.NONE, none.values, none.length)
    for (const test of tests) {
      if (test.kind === 'phrase') this.emitNaming(program.NO_PHRASE, test.words)
      else emit(this.filed, program.NO_TEST, [this.deps.tests.add(test)])
    }
  }

  /** Writes the acquired terms that nothing else names. */
  private writeHeld(): void {
    const { values, length } = this.held
    let unnamed = 0
    for (let at = 0; at < length; at++) if (values[at] !== NO_TERM) values[unnamed++] = values[at] as TermId
    if (unnamed > 0) emit(this.filed, program.HELD, values, unnamed)
  }

  private emitNaming(code: number, termIds: ArrayLike<TermId>, count = termIds.length): void {
    emit(this.filed, code, termIds, count)
    for (let index = 0; index < count; index++) this.name(termIds[index] as TermId)
  }

  private hold(termId: TermId): TermId {
    this.held.push(termId)
    return termId
  }

  /** The record or instruction that names a term holds it, once per naming. */
  private name(termId: TermId): void {
    if (termId === NO_TERM) return
    const { values, length } = this.held
    for (let at = 0; at < length; at++) {
      if (values[at] !== termId) continue
      values[at] = NO_TERM
      return
    }
    this.deps.dictionary.use(termId)
  }
}

/** The terms of two words and of the token that spells both, if the condition is nothing else. */
function eitherOf(test: ConditionTest): TermId[] | undefined {
  if (test.kind !== 'any' || test.of.length !== 2) return undefined
  const [both, spelled] = test.of
  if (both?.kind !== 'all' || both.of.length !== 2) return undefined
  const [first, second, third] = [singleOf(both.of[0]), singleOf(both.of[1]), singleOf(spelled)]
  return first && second && third ? [first, second, third] : undefined
}

function singleOf(test: ConditionTest | undefined): TermId | undefined {
  return test?.kind === 'termIds' && test.termIds.length === 1 ? test.termIds[0] : undefined
}

/** The target without its texts, because it is kept for the filter's lifetime. */
function lean({ criteria, ...target }: Target): Target {
  return { ...target, criteria: { ...criteria, keywords: '', name: '' } }
}

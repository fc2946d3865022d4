import type { FilterCriteria } from '../../contract/filter.ts'
import { parseKeywords } from '../../contract/keywords.ts'
import type { Circles } from './circles.ts'
import { keywordConditions } from './conditions.ts'
import { type ConditionTest, conditionTest, requirementsOf } from './conditionTests.ts'
import { type FactList, factLists, NAMELESS } from './factAtoms.ts'
import type { Lexicon } from './lexicon.ts'
import type { MarketplaceBits, PriceKinds } from './numbering.ts'
import type { GroupKey } from './postings.ts'
import * as program from './program.ts'
import { instruct } from './program.ts'
import * as record from './record.ts'
import { type Atom, NO_ATOM } from './sightings.ts'
import type { Slots } from './slots.ts'
import { type FactCriterion, type Target, targetOf, unknownPolicy } from './verdicts.ts'

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

/** How a filter is filed: the same record under each of the anchors, with a program that finds it under the first only. */
export type Plan = {
  /** All but the id. */
  readonly record: number[]
  readonly group: GroupKey
  readonly under: readonly { readonly anchor: Atom; readonly program: readonly number[] }[]
}

/** Criteria that records and programs decide by themselves. */
const DECIDED: ReadonlySet<FactCriterion> = new Set(['marketplace', 'category', 'price', 'location'])

/**
 * Plans how a filter is looked for: filed under the rarest thing that every matching auction has, grouped by the second
 * rarest word, all else in its record and its program. Keywords with a fault must not get this far: what the parser makes of them is
 * matched all the same.
 */
export function planOf(criteria: FilterCriteria, parts: PlanParts): Plan {
  const { lexicon } = parts
  const held: Atom[] = []
  const { terms } = parseKeywords(criteria.keywords, { hasOtherCriterion: true })
  const conditions = keywordConditions(terms, criteria.wordMatch)
  const required = requirementsOf(conditions.required.map((one) => conditionTest(one, lexicon, held)))
  const excluded = conditions.excluded.map((one) => conditionTest(one, lexicon, held))
  const target = targetOf(criteria)

  const fact = rarestFact(target, lexicon)
  const lists = byRarity(required.anyOf, fact.share, lexicon)
  let anchors: readonly Atom[]
  if (lists[0] && lists[0].share <= fact.share) {
    anchors = lists[0].atoms
    lists.shift()
  } else {
    anchors = [...new Set(fact.names)].map((name) => hold(held, lexicon.acquireFact(fact.kind, name)))
  }

  const filed: number[] = new Array(record.RECORD).fill(0)
  const instructions: number[] = []
  const judged = target.asked.filter((criterion) => !DECIDED.has(criterion))
  const kind = writePrice(criteria, filed, judged, instructions, parts)
  const next = takeSingle(lists)
  filed[record.BITS] =
    (criteria.searchIn === 'title' ? record.TITLE_ONLY : 0) |
    (anchors.length > 1 ? record.SEVERAL : 0) |
    (policyOf(criteria, 'price') << record.PRICE_POLICY_SHIFT) |
    (policyOf(criteria, 'category') << record.CATEGORY_POLICY_SHIFT) |
    (policyOf(criteria, 'location') << record.LOCATION_POLICY_SHIFT)
  filed[record.MARKETPLACES] = parts.marketplaces.mask(criteria.marketplaces)
  if (criteria.marketplaces.some((id) => !parts.marketplaces.hasBit(id))) judged.push('marketplace')

  for (const { atoms } of lists) instruct(instructions, program.ANY, atoms)
  const categories = criteria.categories.map((id) => hold(held, lexicon.acquireFact('category', id)))
  if (categories.length === 1) filed[record.CATEGORY] = categories[0] as Atom
  else if (categories.length > 1) instruct(instructions, program.CATEGORIES, categories)
  if (criteria.location) instruct(instructions, program.RADIUS, [parts.circles.acquire(criteria.location)])
  if (judged.length > 0) {
    instruct(instructions, program.FACTS, [parts.facts.add({ target: lean(target), criteria: judged })])
  }
  for (const test of required.tests) {
    const either = eitherOf(test)
    if (test.kind === 'phrase') instruct(instructions, program.PHRASE, test.words)
    else if (either) instruct(instructions, program.EITHER, either)
    else instruct(instructions, program.TEST, [parts.tests.add(test)])
  }
  exclude(excluded, parts, instructions)
  const asked = anchors.length > 1 ? [...instructions] : instructions
  if (anchors.length > 1) instruct(instructions, program.ANCHORS, anchors)

  // What the record or an instruction names is held by being named there.
  if (anchors.length === 1) letGo(held, anchors[0] as Atom)
  letGo(held, next)
  letGo(held, filed[record.CATEGORY] as Atom)
  const unnamed = holdByNaming(instructions, held, lexicon)
  if (unnamed.length > 0) instruct(instructions, program.HELD, unnamed)
  const under = anchors.map((anchor, index) => {
    return { anchor, program: index === 0 ? instructions : [...unless(anchors.slice(0, index)), ...asked] }
  })
  return { record: filed, group: { next, kind }, under }
}

function unless(anchors: readonly Atom[]): number[] {
  const instructions: number[] = []
  instruct(instructions, program.UNLESS, anchors)
  return instructions
}

function letGo(held: Atom[], atom: Atom): void {
  if (atom !== NO_ATOM) held.splice(held.indexOf(atom), 1)
}

/** Has every atom held once by each naming of it in the instructions; gives those that are held besides. */
function holdByNaming(instructions: readonly number[], held: readonly Atom[], lexicon: Lexicon): Atom[] {
  const unnamed = [...held]
  for (const atom of program.atomsOf(instructions, 0, instructions.length)) {
    const index = unnamed.indexOf(atom)
    if (index >= 0) unnamed.splice(index, 1)
    else lexicon.use(atom)
  }
  return unnamed
}

/** The atoms of two words and of the token that spells both, where that is all that is asked. */
function eitherOf(test: ConditionTest): Atom[] | undefined {
  if (test.kind !== 'any' || test.of.length !== 2) return undefined
  const [both, spelled] = test.of
  if (both?.kind !== 'all' || both.of.length !== 2 || spelled?.kind !== 'atoms') return undefined
  const atoms = [...both.of, spelled].flatMap((one) => (one.kind === 'atoms' && one.atoms.length === 1 ? one.atoms : []))
  return atoms.length === 3 ? atoms : undefined
}

function hold(held: Atom[], atom: Atom): Atom {
  held.push(atom)
  return atom
}

/** Atoms of which one is needed, and in what share of auctions one is expected. */
type Rated = { readonly atoms: readonly Atom[]; readonly share: number }

/**
 * The rarest first, without those that ask for the same single atom as another.
 * @param otherShare of what there is besides: a single list need not be rated against what every auction has
 */
function byRarity(lists: readonly (readonly Atom[])[], otherShare: number, lexicon: Lexicon): Rated[] {
  if (lists.length === 1 && otherShare === 1) return [{ atoms: lists[0] as readonly Atom[], share: 0 }]
  const rated: Rated[] = []
  for (const atoms of lists) {
    if (atoms.length === 1 && rated.some((other) => other.atoms.length === 1 && other.atoms[0] === atoms[0])) continue
    let share = 0
    for (const atom of atoms) share += lexicon.share(atom)
    insert({ atoms, share }, rated)
  }
  return rated
}

/** By hand: there are but a few, and sorting takes longer than all else here. */
function insert(one: Rated, to: Rated[]): void {
  let place = to.length
  for (; place > 0 && (to[place - 1] as Rated).share > one.share; place--) to[place] = to[place - 1] as Rated
  to[place] = one
}

/** Takes the first list of one atom out of the lists. */
function takeSingle(lists: Rated[]): Atom {
  const index = lists.findIndex(({ atoms }) => atoms.length === 1)
  return index < 0 ? NO_ATOM : (lists.splice(index, 1)[0]?.atoms[0] ?? NO_ATOM)
}

function rarestFact(target: Target, lexicon: Lexicon): FactList & { readonly share: number } {
  let rarest: FactList & { share: number } = { kind: 'any', names: [NAMELESS], share: 1 }
  for (const { kind, names } of factLists(target)) {
    let share = 0
    for (const name of names) share += lexicon.factShare(kind, name)
    if (share < rarest.share) rarest = { kind, names, share }
  }
  return rarest
}

/** Writes the price's bounds, or has the price judged where they do not fit; gives which price it is. */
function writePrice(
  { price }: FilterCriteria,
  filed: number[],
  judged: FactCriterion[],
  instructions: number[],
  { prices }: PlanParts,
): number {
  filed[record.PRICE_MAX] = record.MOST
  if (price?.min === undefined && price?.max === undefined) return 0
  const { min = 0, max } = price
  // An amount beyond what a record holds is taken for its bound: what asks for more is judged by itself.
  const fits = min <= record.MOST && (max === undefined || max < record.MOST)
  const kind = fits ? prices.numberOf(price) : 0
  if (kind === 0) {
    judged.push('price')
    return 0
  }
  filed[record.PRICE_MAX] = max ?? record.MOST
  if (min > 0) instruct(instructions, program.PRICE_MIN, [min])
  return kind
}

function policyOf(criteria: FilterCriteria, criterion: 'price' | 'category' | 'location'): number {
  return record.policyCode(unknownPolicy(criteria, criterion))
}

function exclude(excluded: readonly ConditionTest[], { tests }: PlanParts, instructions: number[]) {
  const none: Atom[] = []
  const left: ConditionTest[] = []
  for (const test of excluded) {
    const { anyOf, tests } = requirementsOf([test])
    if (tests.length === 0 && anyOf.length === 1) none.push(...(anyOf[0] ?? []))
    else left.push(test)
  }
  if (none.length > 0) instruct(instructions, program.NONE, none)
  for (const test of left) {
    if (test.kind === 'phrase') instruct(instructions, program.NO_PHRASE, test.words)
    else instruct(instructions, program.NO_TEST, [tests.add(test)])
  }
}

/** What is needed to judge, without the words: a filter may be kept for years. */
function lean({ criteria, ...target }: Target): Target {
  return { ...target, criteria: { ...criteria, keywords: '', name: '' } }
}

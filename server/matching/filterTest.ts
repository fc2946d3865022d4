import type { Criterion, FilterCriteria } from '../../contract/filter.ts'
import { parseKeywords } from '../../contract/keywords.ts'
import type { Atom, AtomTable } from './atoms.ts'
import { type AtomTest, atomTest, passes } from './atomTests.ts'
import { keywordConditions } from './conditions.ts'
import type { AuctionFacts } from './facts.ts'
import type { AuctionTexts } from './texts.ts'
import { judge, type Target, targetOf, unknownPolicy } from './verdicts.ts'

/** A filter made ready to be asked about one auction after another. */
export type FilterTest = {
  readonly target: Target
  readonly required: readonly AtomTest[]
  readonly excluded: readonly AtomTest[]
  /** Acquired from the table; to be released when the filter goes. */
  readonly atoms: readonly Atom[]
}

/** Keywords with a fault must not get this far: what the parser makes of them is matched all the same. */
export function filterTest(criteria: FilterCriteria, table: AtomTable): FilterTest {
  const { terms } = parseKeywords(criteria.keywords, { hasOtherCriterion: true })
  const conditions = keywordConditions(terms, criteria.wordMatch)
  const atoms: Atom[] = []
  const required = conditions.required.map((condition) => atomTest(condition, table, atoms))
  const excluded = conditions.excluded.map((condition) => atomTest(condition, table, atoms))
  return { target: targetOf(criteria), required, excluded, atoms }
}

/** Whether the keywords hold. Exclusions come last: for them a description may have to be read. */
export function keywordsHold({ target, required, excluded }: FilterTest, texts: AuctionTexts): boolean {
  const { searchIn } = target.criteria
  for (const test of required) if (!passes(test, texts, searchIn)) return false
  return !hasExcluded(excluded, texts)
}

/** The flags of a match, or undefined when the auction does not match. */
export function matchFlags(test: FilterTest, texts: AuctionTexts, facts: AuctionFacts): Criterion[] | undefined {
  const { target, required, excluded } = test
  const { criteria } = target
  for (const condition of required) if (!passes(condition, texts, criteria.searchIn)) return undefined
  const flags: Criterion[] = []
  for (const criterion of target.asked) {
    const verdict = judge(criterion, target, facts)
    if (verdict === 'no') return undefined
    if (verdict === 'yes') continue
    const policy = unknownPolicy(criteria, criterion)
    if (policy === 'exclude') return undefined
    if (policy === 'flag') flags.push(criterion)
  }
  return hasExcluded(excluded, texts) ? undefined : flags
}

function hasExcluded(excluded: readonly AtomTest[], texts: AuctionTexts): boolean {
  for (const test of excluded) if (passes(test, texts, 'titleAndDescription')) return true
  return false
}

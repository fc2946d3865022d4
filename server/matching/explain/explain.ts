import type { Auction } from '../../../contract/auction.ts'
import { distanceKm } from '../../../contract/distance.ts'
import type { Criterion, FilterCriteria } from '../../../contract/filter.ts'
import { type KeywordTerm, parseKeywords } from '../../../contract/keywords.ts'
import type { Money } from '../../../contract/money.ts'
import type { Highlight, Verdict } from '../../../contract/preview.ts'
import type { Stretch } from '../../../contract/tokens.ts'
import { AuctionFacts, type Convert } from '../criteria/facts.ts'
import { evaluate, type FactCriterion, type Target, targetOf, unknownPolicy } from '../criteria/verdicts.ts'
import { type Condition, keywordConditions } from '../keywords/conditions.ts'
import { findCondition, highlightsOf, mergeHighlights, tokenizeFields } from '../keywords/highlights.ts'

/** Why an auction meets a filter or not. */
export type Explanation = {
  readonly matches: boolean
  /** Criteria that could not be decided and are flagged. */
  readonly flags: readonly Criterion[]
  /** Every criterion that the filter uses, in the contract's order. */
  readonly criteria: readonly CriterionExplanation[]
}

export type CriterionExplanation =
  | (KeywordsDetail & { readonly criterion: 'keywords'; readonly verdict: Verdict })
  | (FactDetail & { readonly criterion: FactCriterion; readonly verdict: Verdict })

export type KeywordsDetail = {
  /** Ranges where required keywords were found, even if not all were. */
  readonly highlights: readonly Highlight[]
  /** Required terms that were not found, as ranges of the keywords. */
  readonly missing: readonly Stretch[]
  /** Excluded terms that were found: their range of the keywords, and where they were found. */
  readonly excludedBy: readonly { readonly term: Stretch; readonly highlights: readonly Highlight[] }[]
}

/** The facts behind a verdict, without those of the auction itself. */
export type FactDetail = {
  /** For `price`: the amount compared, in the filter's currency. */
  readonly amount?: Money
  /** For `location`: the distance, km. */
  readonly distanceKm?: number
}

/** Explains with the matcher's verdicts, at `now` (ms since 1970). */
export function explain(criteria: FilterCriteria, auction: Auction, now: number, convert: Convert): Explanation {
  const target = targetOf(criteria)
  const facts = new AuctionFacts(auction, now, convert)
  const explained: CriterionExplanation[] = target.asked.map((criterion) => ({
    criterion,
    verdict: evaluate(criterion, target, facts),
    ...factDetail(criterion, target, facts),
  }))
  if (criteria.keywords.trim() !== '') explained.unshift(explainKeywords(criteria, auction))

  const unknown = explained.filter(({ verdict }) => verdict === 'unknown').map(({ criterion }) => criterion)
  const passes = explained.every(({ verdict }) => verdict !== 'no')
  const isExcluded = unknown.some((criterion) => unknownPolicy(criteria, criterion) === 'exclude')
  return {
    matches: auction.status === 'active' && passes && !isExcluded,
    flags: unknown.filter((criterion) => unknownPolicy(criteria, criterion) === 'flag'),
    criteria: explained,
  }
}

function explainKeywords(criteria: FilterCriteria, auction: Auction): CriterionExplanation {
  const { terms } = parseKeywords(criteria.keywords, { hasOtherCriterion: true })
  const searched = tokenizeFields(auction, criteria.searchIn)
  const both = tokenizeFields(auction, 'titleAndDescription')
  const conditions = keywordConditions(terms, criteria.wordMatch)

  const missing = conditions.required.every((condition) => findCondition(condition, searched))
    ? []
    : terms.filter(
        (term) => !term.excluded && !conditionsOf(term, criteria).every((condition) => findCondition(condition, searched)),
      )
  const excludedBy = terms
    .filter((term) => term.excluded)
    .map((term) => ({
      term,
      found: keywordConditions([term], criteria.wordMatch).excluded.flatMap((one) => findCondition(one, both) ?? []),
    }))
    .filter(({ found }) => found.length > 0)
    .map(({ term: { start, end }, found }) => ({ term: { start, end }, highlights: mergeHighlights(found) }))
  return {
    criterion: 'keywords',
    verdict: missing.length === 0 && excludedBy.length === 0 ? 'yes' : 'no',
    highlights: highlightsOf([criteria], both),
    missing: missing.map(({ start, end }) => ({ start, end })),
    excludedBy,
  }
}

function conditionsOf(term: KeywordTerm, { wordMatch }: FilterCriteria): readonly Condition[] {
  return keywordConditions([term], wordMatch).required
}

function factDetail(criterion: FactCriterion, { criteria }: Target, facts: AuctionFacts): FactDetail {
  if (criterion === 'price' && criteria.price) {
    const { currency, of } = criteria.price
    const amount = facts.amountIn(currency, of)
    return amount === undefined ? {} : { amount: { amount, currency } }
  }
  const { lat, lon } = facts.auction.location ?? {}
  if (criterion === 'location' && criteria.location && lat !== undefined && lon !== undefined) {
    return { distanceKm: distanceKm(criteria.location, { lat, lon }) }
  }
  return {}
}

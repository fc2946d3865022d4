import type { Auction } from '../../contract/auction.ts'
import type { DraftChange, Fix } from '../../contract/explain.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import type { Verdict } from '../../contract/preview.ts'
import { changedCriteria } from './change.ts'
import { type CriterionExplanation, type Explanation, explain } from './explain.ts'
import { factIdeas } from './factFixes.ts'
import type { Convert } from './facts.ts'
import { keywordIdeas } from './keywordFixes.ts'
import { momentOfJudgement } from './preview.ts'
import { unknownPolicy } from './verdicts.ts'

/** A fix before anyone has counted what it would have changed. */
export type Idea = Pick<Fix, 'kind' | 'criterion' | 'change' | 'values'>

/** One auction before one filter. */
export type Case = {
  readonly criteria: FilterCriteria
  readonly auction: Auction
  /** ms since 1970. */
  readonly now: number
  readonly convert: Convert
}

/**
 * Explains as the preview judges: at the earliest moment at which the filter could have matched, so that an auction that
 * has ended is judged as it was while it ran.
 */
export function explainCase({ criteria, auction, now, convert }: Case): Explanation {
  return explain(criteria, auction, momentOf(criteria, auction, now), convert)
}

/** That moment, ms since 1970. */
export function momentOf(criteria: FilterCriteria, auction: Auction, now: number): number {
  return momentOfJudgement(criteria, auction, Math.min(now, Date.parse(auction.firstSeenAt)), now)
}

/** Whether this criterion, whatever the others say, lets the auction pass. */
export function letsPass({ criterion, verdict }: CriterionExplanation, criteria: FilterCriteria): boolean {
  return verdict === 'yes' || (verdict === 'unknown' && unknownPolicy(criteria, criterion) !== 'exclude')
}

/** Yes and no as a match is decided; `unknown`: a match with a badge. Whether the auction still runs is another question. */
export function verdictOf(explanation: Explanation, criteria: FilterCriteria): Verdict {
  if (!explanation.criteria.every((one) => letsPass(one, criteria))) return 'no'
  return explanation.flags.length > 0 ? 'unknown' : 'yes'
}

/** The smallest change with which this criterion would let the auction pass; undefined when it does or when there is none. */
export function fixOf(explained: CriterionExplanation, one: Case): Idea | undefined {
  if (letsPass(explained, one.criteria)) return undefined
  return ideasOf(explained, one).find((idea) => {
    const criteria = changedCriteria(one.criteria, idea.change)
    if (!criteria) return false
    const after = explainCase({ ...one, criteria }).criteria.find(({ criterion }) => criterion === idea.criterion)
    return after === undefined || letsPass(after, criteria)
  })
}

/** Changes to try, the smallest first. */
function ideasOf(explained: CriterionExplanation, one: Case): Idea[] {
  const { criterion } = explained
  const { criteria } = one
  if (explained.criterion === 'keywords') return keywordIdeas(explained, criteria)
  if (explained.verdict === 'no') return factIdeas(explained, one)
  const change: DraftChange = { unknown: { ...criteria.unknown, [criterion]: 'flag' } }
  return [{ kind: 'allowUnknown', criterion, change }]
}

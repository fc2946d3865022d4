import type { Auction } from '../../../contract/auction.ts'
import type { DraftChange } from '../../../contract/explain.ts'
import type { FilterCriteria } from '../../../contract/filter.ts'
import type { Verdict } from '../../../contract/preview.ts'
import { unknownPolicy } from '../criteria/verdicts.ts'
import { earliestMatchTime } from '../preview/preview.ts'
import { changedCriteria } from './change.ts'
import { type CriterionExplanation, type Explanation, explain } from './explain.ts'
import { factCandidates } from './factFixes.ts'
import type { EvaluationInput, FixCandidate } from './fixCandidate.ts'
import { keywordCandidates } from './keywordFixes.ts'

/**
 * Explains like the preview, at the earliest moment at which the filter could have matched. An ended auction is thus evaluated
 * as if it were still active.
 */
export function explainInput({ criteria, auction, now, convert }: EvaluationInput): Explanation {
  return explain(criteria, auction, evaluationTime(criteria, auction, now), convert)
}

/** That moment, ms since 1970. */
export function evaluationTime(criteria: FilterCriteria, auction: Auction, now: number): number {
  return earliestMatchTime(criteria, auction, Math.min(now, Date.parse(auction.firstSeenAt)), now)
}

/** Whether the auction passes this criterion. */
export function letsPass({ criterion, verdict }: CriterionExplanation, criteria: FilterCriteria): boolean {
  return verdict === 'yes' || (verdict === 'unknown' && unknownPolicy(criteria, criterion) !== 'exclude')
}

/** The overall verdict; `unknown`: a match with a badge. Ignores whether the auction is still active. */
export function verdictOf(explanation: Explanation, criteria: FilterCriteria): Verdict {
  if (!explanation.criteria.every((one) => letsPass(one, criteria))) return 'no'
  return explanation.flags.length > 0 ? 'unknown' : 'yes'
}

/** The smallest change with which the auction would pass this criterion; undefined if it passes already or there is none. */
export function fixOf(explained: CriterionExplanation, one: EvaluationInput): FixCandidate | undefined {
  if (letsPass(explained, one.criteria)) return undefined
  return candidatesFor(explained, one).find((candidate) => {
    const criteria = changedCriteria(one.criteria, candidate.change)
    if (!criteria) return false
    const after = explainInput({ ...one, criteria }).criteria.find(({ criterion }) => criterion === candidate.criterion)
    return after === undefined || letsPass(after, criteria)
  })
}

/** Changes to try, the smallest first. */
function candidatesFor(explained: CriterionExplanation, one: EvaluationInput): FixCandidate[] {
  const { criterion } = explained
  const { criteria } = one
  if (explained.criterion === 'keywords') return keywordCandidates(explained, criteria)
  if (explained.verdict === 'no') return factCandidates(explained, one)
  const change: DraftChange = { unknown: { ...criteria.unknown, [criterion]: 'flag' } }
  return [{ kind: 'allowUnknown', criterion, change }]
}

import type { AuctionExplanation, ExplainedCriterion, Fix } from '../../contract/explain.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import { unknownPolicy } from '../matching/criteria/verdicts.ts'
import { exclusionCandidates } from '../matching/explain/exclusions.ts'
import type { CriterionExplanation } from '../matching/explain/explain.ts'
import type { EvaluationInput, FixCandidate } from '../matching/explain/fixCandidate.ts'
import { EffectCounter } from '../matching/explain/fixEffect.ts'
import { explainInput, fixOf, verdictOf } from '../matching/explain/fixes.ts'
import { textsOf } from '../matching/explain/keywordFixes.ts'
import { mergeHighlights } from '../matching/keywords/highlights.ts'
import type { RecentView } from '../matching/preview/recentList.ts'
import { forEachYielding } from '../runtime/yielding.ts'
import { loadTexts } from '../store/auctionWords.ts'
import type { SearchDependencies } from './dependencies.ts'
import type { FoundAuction } from './linkedAuction.ts'
import { type Holding, WordSearch } from './wordSearch.ts'

/** Each fix queries the word index again or tests one criterion against the recent auctions. */
const MAX_FIXES = 8

/**
 * Why an auction meets a filter or not, by criterion, with the smallest changes that would turn the verdict and their effect among
 * the recent auctions.
 * @throws the signal's reason once it is aborted
 */
export async function explainAuction(
  { db, recent, clock, convert }: SearchDependencies,
  criteria: FilterCriteria,
  found: FoundAuction,
  signal: AbortSignal,
): Promise<AuctionExplanation> {
  const now = clock.now().getTime()
  const one: EvaluationInput = { criteria, auction: found.auction, now, convert }
  const explanation = explainInput(one)
  const verdict = verdictOf(explanation, criteria)
  const view = await recent.current()
  const words = new WordSearch(db, view, signal)
  const holding = await words.holding(criteria)
  const counter = new EffectCounter(criteria, view.auctions.length, { now, since: view.since, convert })
  await forEachYielding(view.auctions, (each, slot) => counter.add(each, slot, isIn(holding, slot)), signal)
  const counted = (candidates: readonly FixCandidate[]) => countEffects(words, counter, view, candidates, signal)
  const fixes = await counted(explanation.criteria.flatMap((explained) => fixOf(explained, one) ?? []))
  const exclusions =
    verdict === 'no'
      ? []
      : await counted(exclusionCandidates(one, explanation, await loadTexts(db.db, counter.matches, new Date(view.since))))
  const { id, ...listing } = found.auction
  return {
    verdict,
    auction: found.isStored ? { id, ...listing } : listing,
    criteria: explanation.criteria.map((explained) => {
      const fix = fixes.find(({ criterion }) => criterion === explained.criterion)
      return { ...toExplained(explained, criteria), ...(fix ? { fix } : {}) }
    }),
    exclusions,
    since: new Date(view.since).toISOString(),
  }
}

async function countEffects(
  words: WordSearch,
  counter: EffectCounter,
  view: RecentView,
  candidates: readonly FixCandidate[],
  signal: AbortSignal,
): Promise<Fix[]> {
  const fixes: Fix[] = []
  for (const candidate of candidates.slice(0, MAX_FIXES)) {
    const criteria = counter.changed(candidate)
    if (!criteria) {
      fixes.push({ ...candidate, added: 0, hidden: 0 })
      continue
    }
    const holding = candidate.criterion === 'keywords' ? await words.holding(criteria) : undefined
    const effect = counter.after(candidate.criterion, criteria)
    await forEachYielding(view.auctions, (auction, slot) => effect.add(auction, slot, isIn(holding, slot)), signal)
    fixes.push(effect.fixOf(candidate))
  }
  return fixes
}

function isIn(holding: Holding | undefined, slot: number): boolean {
  return holding === undefined || holding[slot] === 1
}

function toExplained(explained: CriterionExplanation, criteria: FilterCriteria): ExplainedCriterion {
  const { criterion, verdict } = explained
  if (explained.criterion !== 'keywords') {
    const { amount, distanceKm } = explained
    const policy = verdict === 'unknown' ? { policy: unknownPolicy(criteria, criterion) } : {}
    return {
      criterion,
      verdict,
      detail: { ...(amount ? { amount } : {}), ...(distanceKm === undefined ? {} : { distanceKm }), ...policy },
    }
  }
  const { missing, excludedBy } = explained
  const texts = (terms: typeof missing) => textsOf(criteria.keywords, terms)
  return {
    criterion,
    verdict,
    detail: {
      ...(missing.length > 0 ? { missing: texts(missing) } : {}),
      ...(excludedBy.length > 0 ? { excludedBy: texts(excludedBy.map(({ term }) => term)) } : {}),
    },
    highlights: mergeHighlights([...explained.highlights, ...excludedBy.flatMap(({ highlights }) => highlights)]),
  }
}

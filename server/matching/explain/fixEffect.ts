import type { Fix } from '../../../contract/explain.ts'
import { Criterion, type FilterCriteria } from '../../../contract/filter.ts'
import { AuctionFacts } from '../criteria/facts.ts'
import { evaluate, type FactCriterion, type Target, targetOf, unknownPolicy } from '../criteria/verdicts.ts'
import { Newest } from '../preview/newest.ts'
import { earliestMatchTime, type PreviewOptions } from '../preview/preview.ts'
import type { RecentAuction } from '../preview/recentList.ts'
import { changedCriteria } from './change.ts'
import type { FixCandidate } from './fixCandidate.ts'

/** More matches would not improve the choice of distinctive words. */
const MAX_HELD_MATCHES = 1000
/** Excluded from counting, because it was first seen outside the period. */
const OUTSIDE = 1 << 15
const KEYWORDS = bitOf('keywords')

/**
 * Counts how changes of one filter would have changed its matches among recent auctions. Every change affects one criterion, so
 * the verdicts of the others are computed once.
 */
export class EffectCounter {
  private readonly target: Target
  private readonly options: Omit<PreviewOptions, 'limit' | 'windowDays' | 'currency'>
  /** By slot: bits of the failing criteria. */
  private readonly failed: Uint16Array
  private readonly newest = new Newest<string>(MAX_HELD_MATCHES)
  private matchCount = 0

  /** @param slots the number of auctions */
  constructor(criteria: FilterCriteria, slots: number, options: Omit<PreviewOptions, 'limit' | 'windowDays' | 'currency'>) {
    this.target = targetOf(criteria)
    this.failed = new Uint16Array(slots).fill(OUTSIDE)
    this.options = options
  }

  /** @param holds whether the keywords hold */
  add(auction: RecentAuction, slot: number, holds: boolean): void {
    const { now, since } = this.options
    if (auction.firstSeenAt < since || auction.firstSeenAt > now) return
    let failed = holds ? 0 : KEYWORDS
    const facts = this.factsOf(auction, this.target)
    for (const criterion of this.target.asked) if (!passes(this.target, criterion, facts)) failed |= bitOf(criterion)
    this.failed[slot] = failed
    if (failed !== 0) return
    this.matchCount++
    this.newest.offer(auction.id, auction.firstSeenAt)
  }

  /** Ids of the unchanged filter's matches, newest first, limited in number. */
  get matches(): string[] {
    return this.newest.list()
  }

  /** The criteria after a change; undefined when the result is not a valid filter. */
  changed(candidate: FixCandidate): FilterCriteria | undefined {
    return changedCriteria(this.target.criteria, candidate.change)
  }

  /** Counts the matches after a change of this criterion; pass every auction in order. */
  after(criterion: Criterion, criteria: FilterCriteria) {
    const target = targetOf(criteria)
    const isAsked = criterion !== 'keywords' && target.asked.includes(criterion)
    const changedBit = bitOf(criterion)
    let count = 0
    return {
      /** @param holds whether the changed keywords hold */
      add: (auction: RecentAuction, slot: number, holds: boolean) => {
        if (((this.failed[slot] ?? OUTSIDE) & ~changedBit) !== 0) return
        if (criterion === 'keywords' ? holds : !isAsked || passes(target, criterion, this.factsOf(auction, target))) count++
      },
      fixOf: (candidate: FixCandidate): Fix => {
        const difference = count - this.matchCount
        return { ...candidate, added: Math.max(0, difference), hidden: Math.max(0, -difference) }
      },
    }
  }

  private factsOf(auction: RecentAuction, { criteria }: Target): AuctionFacts {
    const { now, convert } = this.options
    return new AuctionFacts(auction, earliestMatchTime(criteria, auction, auction.firstSeenAt, now), convert)
  }
}

function passes(target: Target, criterion: FactCriterion, facts: AuctionFacts): boolean {
  const verdict = evaluate(criterion, target, facts)
  return verdict === 'yes' || (verdict === 'unknown' && unknownPolicy(target.criteria, criterion) !== 'exclude')
}

function bitOf(criterion: Criterion): number {
  return 1 << Criterion.options.indexOf(criterion)
}

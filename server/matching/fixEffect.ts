import type { Fix } from '../../contract/explain.ts'
import { Criterion, type FilterCriteria } from '../../contract/filter.ts'
import { changedCriteria } from './change.ts'
import { AuctionFacts } from './facts.ts'
import type { Idea } from './fixes.ts'
import { Newest } from './newest.ts'
import { momentOfJudgement, type PreviewOptions } from './preview.ts'
import type { RecentAuction } from './recentList.ts'
import { type FactCriterion, judge, type Target, targetOf, unknownPolicy } from './verdicts.ts'

/** More matches say no more about which words are telling. */
const MAX_HELD_MATCHES = 1000
/** Not looked at: seen first before or after the time that is. */
const OUTSIDE = 1 << 15
const KEYWORDS = bitOf('keywords')

/**
 * Counts what changes of one filter would have added to its matches among recent auctions, or taken away. Every change is
 * of one criterion: which of the others fail is found out once.
 */
export class EffectCounter {
  private readonly target: Target
  private readonly options: Omit<PreviewOptions, 'limit' | 'windowDays' | 'currency'>
  /** By slot: bits of the criteria by which it fails. */
  private readonly failed: Uint16Array
  private readonly newest = new Newest<string>(MAX_HELD_MATCHES)
  private matchCount = 0

  /** @param slots how many auctions there are */
  constructor(criteria: FilterCriteria, slots: number, options: Omit<PreviewOptions, 'limit' | 'windowDays' | 'currency'>) {
    this.target = targetOf(criteria)
    this.failed = new Uint16Array(slots).fill(OUTSIDE)
    this.options = options
  }

  /** @param holds whether the keywords do */
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

  /** Ids of what the filter as it is would have matched, newest first; not all of it when that is very much. */
  get matches(): string[] {
    return this.newest.list()
  }

  /** The criteria after a change; undefined when such a filter could not be saved. */
  changed(idea: Idea): FilterCriteria | undefined {
    return changedCriteria(this.target.criteria, idea.change)
  }

  /** What the filter would have matched after a change of this criterion: to be told of every auction, one after the other. */
  after(criterion: Criterion, criteria: FilterCriteria) {
    const target = targetOf(criteria)
    const isAsked = criterion !== 'keywords' && target.asked.includes(criterion)
    const changedBit = bitOf(criterion)
    let count = 0
    return {
      /** @param holds whether the keywords do after the change */
      add: (auction: RecentAuction, slot: number, holds: boolean) => {
        if (((this.failed[slot] ?? OUTSIDE) & ~changedBit) !== 0) return
        if (criterion === 'keywords' ? holds : !isAsked || passes(target, criterion, this.factsOf(auction, target))) count++
      },
      fixOf: (idea: Idea): Fix => {
        const difference = count - this.matchCount
        return { ...idea, added: Math.max(0, difference), hidden: Math.max(0, -difference) }
      },
    }
  }

  private factsOf(auction: RecentAuction, { criteria }: Target): AuctionFacts {
    const { now, convert } = this.options
    return new AuctionFacts(auction, momentOfJudgement(criteria, auction, auction.firstSeenAt, now), convert)
  }
}

function passes(target: Target, criterion: FactCriterion, facts: AuctionFacts): boolean {
  const verdict = judge(criterion, target, facts)
  return verdict === 'yes' || (verdict === 'unknown' && unknownPolicy(target.criteria, criterion) !== 'exclude')
}

function bitOf(criterion: Criterion): number {
  return 1 << Criterion.options.indexOf(criterion)
}

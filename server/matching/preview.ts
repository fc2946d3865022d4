import type { Auction } from '../../contract/auction.ts'
import type { Criterion, FilterCriteria } from '../../contract/filter.ts'
import type { Currency } from '../../contract/money.ts'
import type { Preview } from '../../contract/preview.ts'
import { MINUTE_MS } from '../../contract/time.ts'
import { dayCounts, expectedPerWeek } from './dayCounts.ts'
import { AuctionFacts, type Convert } from './facts.ts'
import { priceHistogram } from './histogram.ts'
import { KeywordTest } from './keywordTest.ts'
import { Newest } from './newest.ts'
import { judge, type Target, targetOf, unknownPolicy } from './verdicts.ts'

export type PreviewOptions = {
  /** ms since 1970. */
  readonly now: number
  /** Auctions seen first before this are left out; ms since 1970. */
  readonly since: number
  /** Days, the present one included, that are counted one by one. */
  readonly windowDays: number
  /** How many auctions to show as a sample. */
  readonly limit: number
  /** The currency of the prices when the filter names none. */
  readonly currency: Currency
  readonly convert: Convert
}

/**
 * What a filter would have found among stored auctions, in one pass.
 *
 * Asks "would it have matched?", so auctions that have ended since count too. The end within so many minutes holds when
 * there was a moment, between the auction's being seen first and now, at which it held. Price and bids are judged as
 * stored, that is as last seen: what they were at first is not part of an auction.
 */
export function preview(criteria: FilterCriteria, auctions: Iterable<Auction>, options: PreviewOptions): Preview {
  const { now, since, windowDays, limit, convert } = options
  const currency = criteria.price?.currency ?? options.currency
  const priceOf = criteria.price?.of ?? 'price'
  const judged = new AuctionJudge(criteria)
  const newest = new Newest(limit)
  const seenAt: number[] = []
  const amounts: number[] = []
  const removed = new Map<Criterion, number>()
  const unknown = new Map<Criterion, number>()
  let evaluated = 0

  for (const auction of auctions) {
    const firstSeenAt = Date.parse(auction.firstSeenAt)
    if (firstSeenAt < since || firstSeenAt > now) continue
    evaluated++
    const facts = new AuctionFacts(auction, momentOfJudgement(criteria, auction, firstSeenAt, now), convert)
    const outcome = judged.judge(auction, facts)
    if (outcome.failed.length > 1) continue
    const [onlyFailed] = outcome.failed
    if (onlyFailed !== undefined) count(removed, onlyFailed)
    if (onlyFailed === undefined || onlyFailed === 'price') {
      const amount = facts.amountIn(currency, priceOf)
      if (amount !== undefined) amounts.push(amount)
    }
    if (onlyFailed !== undefined) continue
    seenAt.push(firstSeenAt)
    newest.offer(auction, firstSeenAt)
    for (const criterion of outcome.unknown) count(unknown, criterion)
  }

  return {
    matchCount: seenAt.length,
    perDay: dayCounts(seenAt, now, windowDays),
    expectedPerWeek: expectedPerWeek(seenAt, since, now, windowDays),
    sample: newest.list(),
    prices: { currency, buckets: priceHistogram(amounts) },
    losses: judged.asked.map((criterion) => ({ criterion, removed: removed.get(criterion) ?? 0 })),
    unknown: judged.asked
      .filter((criterion) => unknown.has(criterion))
      .map((criterion) => ({ criterion, count: unknown.get(criterion) ?? 0 })),
    evaluated,
    since: new Date(since).toISOString(),
  }
}

/** The earliest moment at which the filter could have matched: first seen, or later when the end came near enough. */
export function momentOfJudgement(
  { endsWithinMinutes }: FilterCriteria,
  auction: Auction,
  firstSeenAt: number,
  now: number,
): number {
  if (endsWithinMinutes === undefined || auction.endsAt === undefined) return firstSeenAt
  const windowOpensAt = Date.parse(auction.endsAt) - endsWithinMinutes * MINUTE_MS
  return Math.min(now, Math.max(firstSeenAt, windowOpensAt))
}

type Outcome = {
  /** Criteria that each keep the auction from matching; of more than one, not all may be named. */
  readonly failed: readonly Criterion[]
  readonly unknown: readonly Criterion[]
}

/** One filter, asked about auction after auction: also by which criterion alone an auction fails. */
class AuctionJudge {
  readonly asked: readonly Criterion[]
  private readonly target: Target
  private readonly keywords: KeywordTest

  constructor(criteria: FilterCriteria) {
    this.target = targetOf(criteria)
    this.keywords = new KeywordTest(criteria)
    this.asked = [...(this.keywords.asks ? ['keywords' as const] : []), ...this.target.asked]
  }

  /** Keywords come last: reading texts is the dearest. */
  judge(auction: Auction, facts: AuctionFacts): Outcome {
    const { target } = this
    const failed: Criterion[] = []
    const unknown: Criterion[] = []
    for (const criterion of target.asked) {
      const verdict = judge(criterion, target, facts)
      if (verdict === 'unknown') unknown.push(criterion)
      const isExcluded = verdict === 'unknown' && unknownPolicy(target.criteria, criterion) === 'exclude'
      if (verdict === 'no' || isExcluded) failed.push(criterion)
      if (failed.length > 1) return { failed, unknown }
    }
    if (this.keywords.asks && !this.keywords.holds(auction)) failed.push('keywords')
    return { failed, unknown }
  }
}

function count(counts: Map<Criterion, number>, criterion: Criterion): void {
  counts.set(criterion, (counts.get(criterion) ?? 0) + 1)
}

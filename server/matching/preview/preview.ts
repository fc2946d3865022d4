import type { Criterion, FilterCriteria } from '../../../contract/filter.ts'
import type { Currency } from '../../../contract/money.ts'
import type { Preview } from '../../../contract/preview.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { AuctionFacts, type Convert, type EvaluatedAuction } from '../criteria/facts.ts'
import { evaluate, type Target, targetOf, unknownPolicy } from '../criteria/verdicts.ts'
import { dayCounts, expectedPerWeek } from './dayCounts.ts'
import { priceHistogram } from './histogram.ts'
import { Newest } from './newest.ts'
import type { RecentAuction } from './recentList.ts'

export type PreviewOptions = {
  /** ms since 1970. */
  readonly now: number
  /** Auctions first seen before this are excluded; ms since 1970. */
  readonly since: number
  /** Days with a count of their own, including the current one. */
  readonly windowDays: number
  /** The size of the sample. */
  readonly limit: number
  /** The currency of the prices if the filter has none. */
  readonly currency: Currency
  readonly convert: Convert
}

/** A preview whose sample is not loaded yet. */
export type Tallied = Omit<Preview, 'sample'> & {
  /** Ids, newest first. */
  readonly sample: readonly string[]
}

/**
 * Counts the matches of a filter among stored auctions, one at a time.
 * Answers "would it have matched?", so ended auctions count too. "Ends within" holds if it held at any moment between first
 * sight and now. Price and bids are those last seen, because earlier ones are not part of an auction.
 */
export class PreviewTally {
  /** The criteria that the filter uses. */
  private readonly asked: readonly Criterion[]
  private readonly target: Target
  private readonly options: PreviewOptions
  private readonly currency: Currency
  private readonly priceOf: 'price' | 'totalPrice'
  private readonly newest: Newest<string>
  private readonly seenAt: number[] = []
  private readonly amounts: number[] = []
  private readonly removed = new Map<Criterion, number>()
  private readonly unknown = new Map<Criterion, number>()
  private evaluated = 0

  constructor(criteria: FilterCriteria, hasKeywords: boolean, options: PreviewOptions) {
    this.target = targetOf(criteria)
    this.asked = [...(hasKeywords ? ['keywords' as const] : []), ...this.target.asked]
    this.options = options
    this.currency = criteria.price?.currency ?? options.currency
    this.priceOf = criteria.price?.of ?? 'price'
    this.newest = new Newest(options.limit)
  }

  /** @param holds whether the keywords hold */
  add(auction: RecentAuction, holds: boolean): void {
    const { now, since, convert } = this.options
    const { firstSeenAt } = auction
    if (firstSeenAt < since || firstSeenAt > now) return
    this.evaluated++
    if (!holds && this.target.asked.length === 0) {
      this.remove('keywords')
      return
    }
    const facts = new AuctionFacts(auction, earliestMatchTime(this.target.criteria, auction, firstSeenAt, now), convert)
    const { failed, unknown } = this.evaluateAll(facts, holds ? 1 : 0)
    if (!holds && failed.length === 0) this.remove('keywords')
    if (!holds || failed.length > 1) return
    const [onlyFailed] = failed
    if (onlyFailed !== undefined) this.remove(onlyFailed)
    if (onlyFailed === undefined || onlyFailed === 'price') {
      const amount = facts.amountIn(this.currency, this.priceOf)
      if (amount !== undefined) this.amounts.push(amount)
    }
    if (onlyFailed !== undefined) return
    this.seenAt.push(firstSeenAt)
    this.newest.offer(auction.id, firstSeenAt)
    for (const criterion of unknown) count(this.unknown, criterion)
  }

  result(): Tallied {
    const { asked, options, seenAt, removed, unknown } = this
    const { now, since, windowDays } = options
    return {
      matchCount: seenAt.length,
      perDay: dayCounts(seenAt, now, windowDays),
      expectedPerWeek: expectedPerWeek(seenAt, since, now, windowDays),
      sample: this.newest.list(),
      prices: { currency: this.currency, buckets: priceHistogram(this.amounts) },
      losses: asked.map((criterion) => ({ criterion, removed: removed.get(criterion) ?? 0 })),
      unknown: asked
        .filter((criterion) => unknown.has(criterion))
        .map((criterion) => ({ criterion, count: unknown.get(criterion) ?? 0 })),
      evaluated: this.evaluated,
      since: new Date(since).toISOString(),
    }
  }

  /** The failing criteria, at most one more than `mostFailed`, and the unknown ones. */
  private evaluateAll(facts: AuctionFacts, mostFailed: number): { failed: readonly Criterion[]; unknown: readonly Criterion[] } {
    const { target } = this
    let failed: Criterion[] = NONE
    let unknown: Criterion[] = NONE
    for (const criterion of target.asked) {
      const verdict = evaluate(criterion, target, facts)
      if (verdict === 'yes') continue
      if (verdict === 'unknown') unknown = [...unknown, criterion]
      if (verdict === 'unknown' && unknownPolicy(target.criteria, criterion) !== 'exclude') continue
      failed = [...failed, criterion]
      if (failed.length > mostFailed) break
    }
    return { failed, unknown }
  }

  private remove(criterion: Criterion): void {
    count(this.removed, criterion)
  }
}

const NONE: Criterion[] = []

/** The earliest moment at which the filter could have matched: first sight, or later when the end came near enough. */
export function earliestMatchTime(
  { endsWithinMinutes }: FilterCriteria,
  auction: EvaluatedAuction,
  firstSeenAt: number,
  now: number,
): number {
  if (endsWithinMinutes === undefined || auction.endsAt === undefined) return firstSeenAt
  const windowOpensAt = Date.parse(auction.endsAt) - endsWithinMinutes * MINUTE_MS
  return Math.min(now, Math.max(firstSeenAt, windowOpensAt))
}

function count(counts: Map<Criterion, number>, criterion: Criterion): void {
  counts.set(criterion, (counts.get(criterion) ?? 0) + 1)
}

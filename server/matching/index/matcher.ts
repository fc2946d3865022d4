import type { Auction } from '../../../contract/auction.ts'
import type { Filter, FilterCriteria } from '../../../contract/filter.ts'
import type { Convert } from '../criteria/facts.ts'
import { AuctionNumbers } from './auctionNumbers.ts'
import { AuctionReader } from './auctionReader.ts'
import type { FilterMatch } from './filterMatch.ts'
import { FilterTable } from './filterTable.ts'
import { KeywordMatcher } from './keywordMatcher.ts'
import { Sweep } from './sweep.ts'

export type { FilterMatch, KeywordMatcher }

export type MatcherOptions = {
  /** The moment of evaluation, ms since 1970; by default when the auction was last seen. */
  readonly clock?: () => number
  /** Without it, prices in other currencies than a filter's are unknown. */
  readonly convert?: Convert
}

export type Matcher = {
  /**
   * Adds a filter, or replaces the one with the same id. All added filters match: the caller omits disabled, paused and snoozed
   * ones.
   */
  add(filter: Filter): void
  /** Removes a filter if it is present. */
  remove(filterId: string): void
  /** The filters that an auction meets now, in no particular order; none if it is not active. */
  match(auction: Auction): FilterMatch[]
  /** The distinct `endsWithinMinutes` of the filters, ascending: an auction must be matched again as it enters each. */
  endWindows(): number[]
  /** The number of filters. */
  readonly size: number
}

const sameCurrencyOnly: Convert = () => undefined

/**
 * Compares each auction with all filters at once. Every filter is indexed under the rarest property that matching auctions must
 * have (see `filterCompiler.ts`). Only filters under properties of the auction are checked, block by block (see `postings.ts`):
 * first the record, which rejects nearly all, then the program.
 */
export function createMatcher({ clock, convert = sameCurrencyOnly }: MatcherOptions = {}): Matcher {
  const filters = new FilterTable()
  const reader = new AuctionReader(filters.dictionary, filters.documentTerms)
  const numbers = new AuctionNumbers(filters.prices, convert)
  const sweep = new Sweep(filters, reader, numbers)

  function match(auction: Auction): FilterMatch[] {
    if (auction.status !== 'active') return []
    numbers.start(auction, clock ? clock() : Date.parse(auction.lastSeenAt))
    reader.start(auction)
    if (filters.searchingDescriptions > 0) reader.readDescription()
    const matches = sweep.all(auction)
    filters.refile(sweep.mostFragmented)
    return matches
  }

  return {
    add: (filter) => filters.add(filter),
    remove: (filterId) => filters.remove(filterId),
    match,
    endWindows: () => filters.windows.list(),
    get size() {
      return filters.size
    },
  }
}

/**
 * Tests the keywords of one filter on one auction at a time, with the index's own components: for callers that have narrowed the
 * auctions down by other means.
 */
export function createKeywordMatcher(criteria: FilterCriteria): KeywordMatcher {
  return new KeywordMatcher(criteria)
}

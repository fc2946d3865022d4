import type { Auction } from '../../contract/auction.ts'
import type { Criterion, Filter } from '../../contract/filter.ts'
import { AuctionNumbers } from './auctionNumbers.ts'
import { AuctionReader } from './auctionReader.ts'
import type { Convert } from './facts.ts'
import { FilterTable } from './filterTable.ts'
import { Sweep } from './sweep.ts'

export type MatcherOptions = {
  /** The moment of judgement, ms since 1970; when an auction was last seen if there is none. */
  readonly clock?: () => number
  /** Without it, prices in other currencies than a filter's are unknown. */
  readonly convert?: Convert
}

/** A filter that an auction meets. */
export type FilterMatch = {
  readonly filterId: string
  /** Criteria that could not be decided and are to be said so, in the contract's order. */
  readonly flags: readonly Criterion[]
}

export type Matcher = {
  /**
   * From now on auctions are compared with this filter; a filter with the same id is replaced. All that are added
   * match: switched off, paused or snoozed ones are for the caller to leave out.
   */
  add(filter: Filter): void
  /** From now on without this filter; nothing happens when it is not there. */
  remove(filterId: string): void
  /** The filters that an auction meets now, in no certain order; none when it is not running. */
  match(auction: Auction): FilterMatch[]
  /** The distinct `endsWithinMinutes` of the filters, ascending: an auction is to be matched again as it enters each. */
  endWindows(): number[]
  /** How many filters there are. */
  readonly size: number
}

const sameCurrencyOnly: Convert = () => undefined

/**
 * Compares each auction with all filters at once. Every filter is filed under the rarest thing that an auction must have
 * for it (see `plan.ts`); only what is filed under something that the auction has is looked at, block by block (see
 * `postings.ts`): first the record, which rejects nearly all, then the program.
 */
export function createMatcher({ clock, convert = sameCurrencyOnly }: MatcherOptions = {}): Matcher {
  const filters = new FilterTable()
  const reader = new AuctionReader(filters.dictionary, filters.sightings)
  const numbers = new AuctionNumbers(filters.prices, convert)
  const sweep = new Sweep(filters, reader, numbers)

  function match(auction: Auction): FilterMatch[] {
    if (auction.status !== 'active') return []
    numbers.start(auction, clock ? clock() : Date.parse(auction.lastSeenAt))
    reader.start(auction)
    if (filters.searchingDescriptions > 0) reader.readDescription()
    const matches = sweep.all(auction)
    filters.keepOrder(sweep.mostFragmented)
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

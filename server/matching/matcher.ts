import type { Auction } from '../../contract/auction.ts'
import type { Criterion, Filter } from '../../contract/filter.ts'
import { AuctionNumbers } from './auctionNumbers.ts'
import { AuctionReader } from './auctionReader.ts'
import type { Convert } from './facts.ts'
import { FilterTable } from './filterTable.ts'
import { OWNER, PROGRAM, RECORD } from './postings.ts'
import { ProgramJudge, REJECTED } from './programJudge.ts'
import * as record from './record.ts'
import { IN_TITLE } from './sightings.ts'

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
  const { postings, sightings, marketplaces } = filters
  const reader = new AuctionReader(filters.lexicon, sightings)
  const numbers = new AuctionNumbers(filters.prices, convert)
  const judge = new ProgramJudge(filters, reader, numbers)
  const priceFlag = record.flagBit('price')
  const categoryFlag = record.flagBit('category')

  function match(auction: Auction): FilterMatch[] {
    const matches: FilterMatch[] = []
    if (auction.status !== 'active') return matches
    numbers.start(auction, clock ? clock() : Date.parse(auction.lastSeenAt))
    reader.start(auction)
    judge.start(auction)
    if (filters.searchingDescriptions > 0) reader.readDescription()

    const { count, found, places, stamp } = sightings
    const { starts, counts, ends, numbers: filed } = postings
    const marketplace = marketplaces.bitOf(auction.marketplace)
    const hasCategory = auction.category !== undefined
    for (let index = 0; index < count; index++) {
      const atom = found[index] as number
      if (atom >= counts.length) continue
      const start = starts[atom] as number
      const end = start + (counts[atom] as number) * RECORD
      const isInTitle = ((places[atom] as number) & IN_TITLE) !== 0
      for (let at = start; at < end; at += RECORD) {
        const next = filed[at + record.NEXT] as number
        const bits = filed[at + record.BITS] as number
        if (next !== 0 && (places[next] as number) < stamp) continue
        if (((filed[at + record.MARKETPLACES] as number) & marketplace) === 0) continue
        if (bits & record.TITLE_ONLY) {
          if (!isInTitle) continue
          if (next !== 0 && ((places[next] as number) & IN_TITLE) === 0) continue
        }
        let flags = 0
        const price = (bits >> record.PRICE_KIND_SHIFT) & record.PRICE_KIND_MASK
        if (price !== 0) {
          const amount = numbers.amount(price)
          if (amount < (filed[at + record.PRICE_MIN] as number)) continue
          const most = filed[at + record.PRICE_MAX] as number
          if (amount > most && most !== record.MOST) continue
          if (amount !== amount) {
            const policy = (bits >> record.PRICE_POLICY_SHIFT) & record.POLICY_MASK
            if (policy === record.EXCLUDE) continue
            if (policy === record.FLAG) flags |= priceFlag
          }
        }
        const category = filed[at + record.CATEGORY] as number
        if (category !== 0 && (places[category] as number) < stamp) {
          if (hasCategory) continue
          const policy = (bits >> record.CATEGORY_POLICY_SHIFT) & record.POLICY_MASK
          if (policy === record.EXCLUDE) continue
          if (policy === record.FLAG) flags |= categoryFlag
        }
        const back = filed[at + PROGRAM] as number
        if (back !== 0) {
          flags = judge.judge((ends[atom] as number) - back, bits, flags)
          if (flags === REJECTED) continue
        }
        const owner = filed[at + OWNER] as number
        if (bits & record.SEVERAL && !filters.isFirstFinding(owner, stamp)) continue
        matches.push({ filterId: filters.idOf(owner), flags: record.flagsOfBits(flags) })
      }
    }
    filters.refile()
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

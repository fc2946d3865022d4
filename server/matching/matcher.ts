import type { Auction } from '../../contract/auction.ts'
import type { Criterion, Filter, FilterCriteria } from '../../contract/filter.ts'
import type { Highlight } from '../../contract/preview.ts'
import { rarestAnchor } from './anchors.ts'
import { type Atom, AtomTable, NO_ATOM } from './atoms.ts'
import { ANY_AUCTION, factAnchors, factNames } from './factAnchors.ts'
import { AuctionFacts, type Convert } from './facts.ts'
import { type FilterTest, filterTest, matchFlags } from './filterTest.ts'
import { Frequencies } from './frequencies.ts'
import { hashOf } from './hashing.ts'
import { highlightsOf } from './highlights.ts'
import { type Filed, Postings } from './postings.ts'
import { AuctionTexts } from './texts.ts'
import { WindowCounts } from './windowCounts.ts'

export type MatcherOptions = {
  /** ms since 1970. */
  readonly clock: () => number
  readonly convert: Convert
  /** Recent auctions, a few thousand: filters added at once are then filed under what is rare on the marketplaces. */
  readonly sample?: Iterable<Auction>
}

/** A filter that an auction meets. */
export type FilterMatch = {
  readonly filterId: string
  /** Criteria that could not be decided and are to be said so, in the contract's order. */
  readonly flags: readonly Criterion[]
  /** Found when first asked for: many matches are never shown. */
  readonly highlights: readonly Highlight[]
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

/** One auction in this many is learned from. */
const LEARN_EVERY = 32

type Entry = Filed & { readonly filterId: string; readonly test: FilterTest; readonly postings: Postings<Entry>; seenBy: number }

/**
 * Compares each auction with all filters at once. Every filter is filed under atoms of which each matching auction has
 * at least one (see `anchors.ts`), as rare as they can be chosen; only filters filed under something that an auction
 * has are looked at.
 */
export function createMatcher({ clock, convert, sample = [] }: MatcherOptions): Matcher {
  const table = new AtomTable()
  const texts = new AuctionTexts(table)
  const frequencies = new Frequencies()
  const entries = new Map<string, Entry>()
  const windows = new WindowCounts()
  /** By what their anchors are looked for in. */
  const postings = { title: new Postings<Entry>(), texts: new Postings<Entry>(), facts: new Postings<Entry>() }
  const facts = table.family('fact')
  let auctionNumber = 0

  for (const auction of sample) learn(auction, factNames(auction))

  const shareOf = (atom: Atom): number => frequencies.share(table.kindOf(atom), table.hashOf(atom))

  function makeEntry(filterId: string, criteria: FilterCriteria): Entry {
    const test = filterTest(criteria, table)
    const words = rarestAnchor(test.required, shareOf)
    const filed = { filterId, places: [], seenBy: 0 }
    const { names, share } = rarestFacts(test)
    if (words && words.share <= share) {
      const where = criteria.searchIn === 'title' ? postings.title : postings.texts
      return { ...filed, test, anchors: [...new Set(words.atoms)], postings: where }
    }
    const anchors = [...new Set(names)].map((name) => table.acquire('fact', name))
    return { ...filed, test: { ...test, atoms: [...test.atoms, ...anchors] }, anchors, postings: postings.facts }
  }

  function rarestFacts(test: FilterTest): { names: string[]; share: number } {
    return factAnchors(test.target)
      .map((names) => ({ names, share: names.reduce((sum, name) => sum + factShare(name), 0) }))
      .reduce((rarest, next) => (next.share < rarest.share ? next : rarest))
  }

  function factShare(name: string): number {
    return name === ANY_AUCTION ? 1 : frequencies.share('fact', hashOf(name))
  }

  function add(filter: Filter): void {
    remove(filter.id)
    const entry = makeEntry(filter.id, filter)
    entries.set(filter.id, entry)
    entry.postings.add(entry)
    windows.add(filter.endsWithinMinutes)
  }

  function remove(filterId: string): void {
    const entry = entries.get(filterId)
    if (!entry) return
    entries.delete(filterId)
    entry.postings.remove(entry)
    windows.remove(entry.test.target.criteria.endsWithinMinutes)
    for (const atom of entry.test.atoms) table.release(atom)
  }

  function learn(auction: Auction, names: readonly string[]): void {
    frequencies.learnText(`${auction.title}\n${auction.description ?? ''}`)
    for (const name of names) frequencies.learnFact(name)
  }

  function match(auction: Auction): FilterMatch[] {
    const matches: FilterMatch[] = []
    if (auction.status !== 'active') return matches
    const known = new AuctionFacts(auction, clock(), convert)
    const names = factNames(auction)
    if (auctionNumber % LEARN_EVERY === 0) learn(auction, names)
    auctionNumber++
    texts.start(auction)

    const look = (candidates: readonly Entry[]) => {
      for (const entry of candidates) {
        if (entry.seenBy === auctionNumber) continue
        entry.seenBy = auctionNumber
        const flags = matchFlags(entry.test, texts, known)
        if (flags) matches.push(new LazyMatch(entry, flags, auction))
      }
    }
    for (const atom of texts.foundInTitle) {
      look(postings.title.under(atom))
      look(postings.texts.under(atom))
    }
    if (postings.texts.size > 0) for (const atom of texts.foundInDescription) look(postings.texts.under(atom))
    for (const name of names) {
      const atom = facts.find(hashOf(name), name, 0, name.length)
      if (atom !== NO_ATOM) look(postings.facts.under(atom))
    }
    return matches
  }

  return {
    add,
    remove,
    match,
    endWindows: () => windows.list(),
    get size() {
      return entries.size
    },
  }
}

class LazyMatch implements FilterMatch {
  readonly filterId: string
  readonly flags: readonly Criterion[]
  private readonly criteria: FilterCriteria
  private readonly auction: Auction
  private found: readonly Highlight[] | undefined

  constructor({ filterId, test }: Entry, flags: readonly Criterion[], auction: Auction) {
    this.filterId = filterId
    this.flags = flags
    this.criteria = test.target.criteria
    this.auction = auction
  }

  get highlights(): readonly Highlight[] {
    this.found ??= highlightsOf(this.criteria, this.auction)
    return this.found
  }
}

import type { Auction } from '../../contract/auction.ts'
import type { Filter } from '../../contract/filter.ts'
import { type KeywordTerm, parseKeywords } from '../../contract/keywords.ts'
import type { Engine } from './engine.ts'
import { readAuction } from './naiveAuction.ts'
import { NaiveFilter } from './naiveFilter.ts'
import type { Workload } from './workload.ts'

/** Filters that are added, checked, removed and checked again. */
const CHECKED = 1000

/**
 * Checks that an engine sees changes at once: adds and removes filters, numbered from `from`, right before an auction that
 * matches them.
 * @returns the faults
 */
export function checkSeen(engine: Engine, workload: Workload, auctions: readonly Auction[], from: number): string[] {
  const faults: string[] = []
  const isFound = (id: string, auction: Auction) => engine.match(auction).some(({ filterId }) => filterId === id)
  for (let number = from; number < from + CHECKED; number++) {
    const filter = workload.filter(number, 'exact')
    const auction = auctionFor(filter, auctions[number % auctions.length])
    // Some filters contradict themselves, for example by excluding a part of a required word.
    if (!new NaiveFilter(filter, (word) => word).matches(readAuction(auction))) continue
    engine.add(filter)
    if (!isFound(filter.id, auction)) faults.push(`filter ${filter.id} is not found right after it was added`)
    engine.remove(filter.id)
    if (isFound(filter.id, auction)) faults.push(`filter ${filter.id} is still found after it was removed`)
  }
  return faults
}

/** An auction that meets all criteria of a filter. */
function auctionFor({ keywords, price, marketplaces, categories, location }: Filter, like: Auction | undefined): Auction {
  if (!like) throw new Error('no auctions')
  const { terms } = parseKeywords(keywords, { hasOtherCriterion: true })
  const [marketplace = like.marketplace] = marketplaces
  const [category] = categories
  const { description: _, ...rest } = like
  return {
    ...rest,
    title: terms
      .filter(({ excluded }) => !excluded)
      .flatMap(wordsOf)
      .join(' '),
    marketplace,
    ...(category !== undefined && { category: { id: category, path: [category] } }),
    ...(price && { price: { amount: price.max ?? price.min ?? 0, currency: price.currency } }),
    ...(location && { location: { lat: location.lat, lon: location.lon, precision: 'exact' } }),
  }
}

function wordsOf({ value }: KeywordTerm): readonly string[] {
  return value.kind === 'group' ? (value.alternatives[0]?.words.flatMap(({ tokens }) => tokens) ?? []) : value.tokens
}

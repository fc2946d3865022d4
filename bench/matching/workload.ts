/**
 * The workload of the benchmark: 200,000 words by the Zipf–Mandelbrot law (1.0, 4), 80,000 products that correlate words,
 * category and price, and auctions and filters for these products. The same seed gives the same workload everywhere. Any
 * auction or filter can be created from its number, so that a million filters need not be kept.
 *
 * All prices are in euros. Some auctions lack price, category or place, to cover "unknown"; filters keep the default policy
 * for it. Filters search title and description. Both sides write alphanumeric words with and without a space (`RTX 3080`,
 * `3080ti`), to cover all of the contract's rules for them.
 */
import type { Auction } from '../../contract/auction.ts'
import type { Filter, FilterCriteria } from '../../contract/filter.ts'
import type { Currency, Money } from '../../contract/money.ts'
import { AuctionMaker } from './auctions.ts'
import { makeProducts, spacedOut } from './catalog.ts'
import { FilterMaker } from './filters.ts'
import { Random, STREAMS } from './random.ts'
import { makeWords } from './words.ts'

const WORD_COUNT = 200_000

export type WordMatch = FilterCriteria['wordMatch']

export type Workload = {
  auction(index: number): Auction
  /** Filters with the same number differ only in `wordMatch`. */
  filter(index: number, wordMatch: WordMatch): Filter
  /** The id of a filter, without creating the filter. */
  filterId(index: number): string
}

export function makeWorkload(seed: number): Workload {
  const words = makeWords(new Random(seed, STREAMS.words), WORD_COUNT)
  const products = makeProducts(new Random(seed, STREAMS.products), WORD_COUNT)
  const goods = { words, spaced: words.map(spacedOut), products }
  const auctions = new AuctionMaker(goods, seed)
  const filters = new FilterMaker(goods, seed)
  return {
    auction: (index) => auctions.make(index),
    filter: (index, wordMatch) => filters.make(index, wordMatch),
    filterId: (index) => filters.id(index),
  }
}

/** Exchange rates of one euro. The workload has only euros, but a matcher needs a converter. */
const PER_EURO: Readonly<Record<string, number>> = { EUR: 1, CHF: 0.95, USD: 1.1 }

export function convert({ amount, currency }: Money, to: Currency): number | undefined {
  const [from, into] = [PER_EURO[currency], PER_EURO[to]]
  return from === undefined || into === undefined ? undefined : Math.round((amount / from) * into)
}

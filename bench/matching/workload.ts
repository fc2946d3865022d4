/**
 * The workload of the benchmark: 200,000 words by the law of Zipf and Mandelbrot (1.0, 4), 80,000 products that tie words,
 * category and price together, auctions of them and filters for them. The same seed gives the same workload everywhere;
 * any auction or filter can be made by its number alone, so that a million filters need not be held.
 *
 * All money is in euros. Some auctions lack price, category or place, so that "unknown" is met; filters leave the policy
 * for it at its default. Filters search title and description. Words of letters and digits are written with and without
 * a space on both sides (`RTX 3080`, `3080ti`): all the contract's rules for them are at work.
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
  /** Filters of one number differ in `wordMatch` only. */
  filter(index: number, wordMatch: WordMatch): Filter
  /** The id of a filter, without making the filter. */
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

/** What one euro is in each currency; the workload pays in euros only, but a matcher needs a converter. */
const PER_EURO: Readonly<Record<string, number>> = { EUR: 1, CHF: 0.95, USD: 1.1 }

export function convert({ amount, currency }: Money, to: Currency): number | undefined {
  const [from, into] = [PER_EURO[currency], PER_EURO[to]]
  return from === undefined || into === undefined ? undefined : Math.round((amount / from) * into)
}

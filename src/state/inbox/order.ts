import type { Match, MatchSort } from '../../../contract/match.ts'

type Comparison = (a: Match, b: Match) => number

export const MatchSorts: readonly MatchSort[] = ['newest', 'endingSoon', 'price']

/** Compares ISO times and ids by code unit; a collator would be a hundred times slower. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Sorts after every real end. */
const NO_END = '9999'

export const newestFirst: Comparison = (a, b) => compare(b.matchedAt, a.matchedAt) || compare(b.id, a.id)

const soonestEndFirst: Comparison = (a, b) =>
  compare(a.auction.endsAt ?? NO_END, b.auction.endsAt ?? NO_END) || compare(a.id, b.id)

/** Unknown prices last. Compares amounts without converting currencies; only the server's pages are ordered across currencies. */
const cheapestFirst: Comparison = (a, b) =>
  (a.auction.price?.amount ?? Infinity) - (b.auction.price?.amount ?? Infinity) || compare(a.id, b.id)

export const ORDERS: Readonly<Record<MatchSort, Comparison>> = {
  newest: newestFirst,
  endingSoon: soonestEndFirst,
  price: cheapestFirst,
}

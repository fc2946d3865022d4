import type { Match, MatchSort } from '../../../contract/match.ts'

type Comparison = (a: Match, b: Match) => number

export const MatchSorts: readonly MatchSort[] = ['newest', 'endingSoon', 'price']

/** Strings of one alphabet (ISO times, ids) by code unit; a collator would be a hundred times slower. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Later than every end that a marketplace names. */
const NO_END = '9999'

export const newestFirst: Comparison = (a, b) => compare(b.matchedAt, a.matchedAt) || compare(b.id, a.id)

const soonestEndFirst: Comparison = (a, b) =>
  compare(a.auction.endsAt ?? NO_END, b.auction.endsAt ?? NO_END) || compare(a.id, b.id)

/** Unknown prices last. Currencies are not converted here: the server's order by page stands, and within it amounts. */
const cheapestFirst: Comparison = (a, b) =>
  (a.auction.price?.amount ?? Infinity) - (b.auction.price?.amount ?? Infinity) || compare(a.id, b.id)

export const ORDERS: Readonly<Record<MatchSort, Comparison>> = {
  newest: newestFirst,
  endingSoon: soonestEndFirst,
  price: cheapestFirst,
}

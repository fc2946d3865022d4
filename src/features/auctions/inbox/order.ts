import type { Match, MatchSort } from '../../../../contract/match.ts'
import { compare, newestFirst } from '../../../session/cachedAuctions.ts'

type Comparison = (a: Match, b: Match) => number

/** Sorts after every real end. */
const NO_END = '9999'

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

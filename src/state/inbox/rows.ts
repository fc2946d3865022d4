import type { Match } from '../../../contract/match.ts'
import { ORDERS } from './order.ts'
import { belongs, type InboxQuery } from './query.ts'

/** How far the server's pages of a query have been read: up to `last`, or to the end. */
export type Frontier = { isComplete: boolean; last: Match | undefined }

/**
 * The matches of a query in its order, out of all that are known. What lies behind the last page that was read is left
 * out: other queries may have brought some of it, and rows would jump in between when the page comes.
 */
export function rowsOf(known: Iterable<Match>, query: InboxQuery, frontier: Frontier | undefined, now: number): Match[] {
  const order = ORDERS[query.sort]
  const rows: Match[] = []
  for (const match of known) {
    if (!belongs(match, query, now)) continue
    if (isBehind(match, frontier, query)) continue
    rows.push(match)
  }
  return rows.sort(order)
}

function isBehind(match: Match, frontier: Frontier | undefined, query: InboxQuery): boolean {
  if (!frontier?.last || frontier.isComplete) return false
  // By price the server compares in one currency and we cannot: no row is taken for being behind.
  if (query.sort === 'price') return false
  return ORDERS[query.sort](match, frontier.last) > 0
}

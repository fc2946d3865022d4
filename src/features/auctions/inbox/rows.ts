import type { Match } from '../../../../contract/match.ts'
import { ORDERS } from './order.ts'
import { belongs, type InboxQuery } from './query.ts'

/** How far a query has been paged: up to `last`, or to the end. */
export type Frontier = { isComplete: boolean; last: Match | undefined }

/**
 * The loaded matches of a query, in its order. Matches behind the last loaded page are left out: only those that other
 * queries loaded would show, and the rest would be inserted between them with the next page.
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
  // By price the server converts currencies and we cannot, so no row counts as behind.
  if (query.sort === 'price') return false
  return ORDERS[query.sort](match, frontier.last) > 0
}

import type { Match, MatchSort } from '../../../../contract/match.ts'
import { ENDING_SOON_MS } from '../../../limits.ts'
import type { MatchQuery } from '../api.ts'

export const SEGMENTS = ['new', 'endingSoon', 'saved', 'hidden'] as const
export type Segment = (typeof SEGMENTS)[number]

/** What the inbox shows: one segment, optionally of one filter or marketplace, and the sort order. */
export type InboxQuery = { segment: Segment; filter?: string | undefined; marketplace?: string | undefined; sort: MatchSort }

/** What the URL of the inbox chooses. */
export type InboxSearch = { [K in keyof InboxQuery]?: InboxQuery[K] | undefined }

export const queryOf = ({ segment = 'new', filter, marketplace, sort }: InboxSearch): InboxQuery => ({
  segment,
  filter,
  marketplace,
  sort: sort ?? (segment === 'endingSoon' ? 'endingSoon' : 'newest'),
})

export const keyOf = ({ segment, filter = '', marketplace = '', sort }: InboxQuery): string =>
  [segment, filter, marketplace, sort].join(' ')

/** The query for the server. It filters by single states only, so "new" requests all and filters here. */
export function serverQuery({ segment, filter, marketplace, sort }: InboxQuery): MatchQuery {
  return {
    sort,
    ...(filter ? { filter } : {}),
    ...(marketplace ? { marketplace } : {}),
    ...(segment === 'saved' || segment === 'hidden' ? { state: segment } : {}),
  }
}

/** Whether a match belongs to a query. `now`: epoch milliseconds. */
export function belongs(match: Match, query: InboxQuery, now: number): boolean {
  if (query.marketplace && match.auction.marketplace !== query.marketplace) return false
  if (query.filter && !match.filters.some(({ id }) => id === query.filter)) return false
  switch (query.segment) {
    case 'new':
      return match.state === 'new' || match.state === 'seen'
    case 'endingSoon':
      return match.state !== 'hidden' && endsSoon(match, now)
    default:
      return match.state === query.segment
  }
}

function endsSoon({ auction }: Match, now: number): boolean {
  if (!auction.endsAt || auction.status !== 'active') return false
  const left = Date.parse(auction.endsAt) - now
  return left > 0 && left <= ENDING_SOON_MS
}

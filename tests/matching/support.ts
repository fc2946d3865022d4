import { Auction } from '../../contract/auction.ts'
import { FilterCriteria } from '../../contract/filter.ts'
import { createMatcher } from '../../server/matching/index/matcher.ts'
import { asFilter, convert, NOW } from './vocabulary.ts'

/** An auction with only the given fields. */
export function anAuction(known: Partial<Auction> = {}): Auction {
  return Auction.parse({
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    marketplace: 'demo',
    externalId: '1',
    url: 'https://example.test/1',
    title: 'Kamera',
    images: [],
    buyingOptions: [],
    firstSeenAt: '2026-11-20T11:00:00.000Z',
    lastSeenAt: '2026-11-20T12:00:00.000Z',
    status: 'active',
    ...known,
  })
}

/** A filter with only the given criteria. */
export function someCriteria(asked: Record<string, unknown> = {}): FilterCriteria {
  return FilterCriteria.parse({ name: 'a filter', ...asked })
}

/** The flags with which a matcher matches, undefined when it does not. */
export function flagsOf(asked: Record<string, unknown>, known: Partial<Auction>, now = NOW): readonly string[] | undefined {
  const matcher = createMatcher({ clock: () => now, convert })
  matcher.add(asFilter(someCriteria(asked), 'a'))
  return matcher.match(anAuction(known))[0]?.flags
}

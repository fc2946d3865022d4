import type { Auction } from '../../../contract/auction.ts'
import { Filter } from '../../../contract/filter.ts'
import type { Match } from '../../../contract/match.ts'

/** The reference time of all fixtures. */
export const NOW = Date.parse('2026-11-20T12:00:00.000Z')

/** Ids that are easy to tell apart in a failing test. */
export const id = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const auction = (number: number, part: Partial<Auction> = {}): Auction => ({
  id: id(number),
  marketplace: 'demo',
  externalId: String(number),
  url: `https://demo.example/lot/${number}`,
  title: `Leica M3 number ${number}`,
  images: [],
  buyingOptions: ['auction'],
  price: { amount: 10_000 + number, currency: 'EUR' },
  endsAt: new Date(NOW + number * 3_600_000).toISOString(),
  firstSeenAt: new Date(NOW - 60_000).toISOString(),
  lastSeenAt: new Date(NOW).toISOString(),
  status: 'active',
  ...part,
})

export const match = (number: number, part: Partial<Match> = {}): Match => ({
  id: id(1000 + number),
  auction: auction(number),
  filters: [{ id: id(9000), name: 'Cameras' }],
  events: [],
  state: 'new',
  matchedAt: new Date(NOW - number * 60_000).toISOString(),
  highlights: [{ field: 'title', start: 0, end: 5 }],
  flags: [],
  ...part,
})

export const filter = (number: number, part: object = {}): Filter =>
  Filter.parse({
    id: id(9000 + number),
    name: `Filter ${number}`,
    keywords: 'leica',
    version: 1,
    createdAt: new Date(NOW).toISOString(),
    updatedAt: new Date(NOW).toISOString(),
    pausedByPlan: false,
    matchCount: 0,
    matchCount24h: 0,
    ...part,
  })

export const user = (number: number, isAnonymous: boolean) => ({
  id: id(number),
  name: isAnonymous ? '' : 'Ada',
  email: isAnonymous ? '' : 'ada@example.com',
  avatar: '',
  isAnonymous,
  locale: 'en' as const,
  timeZone: 'Europe/Berlin',
  createdAt: new Date(NOW).toISOString(),
  plan: 'free',
})

export const stats = {
  listenerLimit: 3,
  listenerCount: 1,
  searchesUsedMonthly: 0,
  activeSearchesLeft: 0,
  matchesToday: 0,
  unseenMatches: 0,
}

import type { Auction, Listing } from '../../contract/auction.ts'
import type { Filter } from '../../contract/filter.ts'
import { createMatcher } from '../../server/matching/index/matcher.ts'
import { endingFromToday } from '../matching/auctions.ts'
import { convert, type Workload } from '../matching/workload.ts'

/** Filters that match any of this many auctions are left out, because real filters are narrow. */
const SAMPLE = 3000
/** Average matches per new auction: at 500 auctions a second, 50 alerts a second. */
const MATCHES_PER_AUCTION = 0.1
const MOST_MATCHES = 5
export const MARKETPLACE = 'bench'
/** First workload number of new auctions. */
const FIRST_NEW = 1_000_000

export const FILTERS_PER_USER = 5

/** The filters of the benchmark, and new auctions, each with the numbers of the users to alert. */
export function makeStream(workload: Workload, count: number) {
  const filters = narrowFilters(workload, count)
  const matcher = createMatcher({ clock: () => Date.now(), convert })
  for (const filter of filters) matcher.add(filter)
  const owners = new Map(filters.map(({ id }, index) => [id, Math.floor(index / FILTERS_PER_USER)]))
  const ready: NewAuction[] = []
  let number = FIRST_NEW
  let [auctions, matches] = [0, 0]

  function make(): NewAuction {
    for (;;) {
      const auction = current(workload.auction(number++))
      const users = [...new Set(matcher.match(auction).map(({ filterId }) => owners.get(filterId) ?? 0))]
      if (users.length > MOST_MATCHES || (users.length > 0 && matches > auctions * MATCHES_PER_AUCTION)) continue
      auctions++
      matches += users.length
      return { listing: listingOf(auction, `new-${number}`), users }
    }
  }

  return {
    filters,
    /** Creates auctions in advance, so that this does not affect the measurements. */
    prepare(wanted: number): void {
      while (ready.length < wanted) ready.push(make())
    },
    next: () => ready.shift() ?? make(),
  }
}

export type NewAuction = { listing: Listing; users: number[] }

/** Adapts the workload's times and marketplaces to the server's clock and the marketplace that it polls. */
const current = (auction: Auction): Auction => ({ ...endingFromToday(auction), marketplace: MARKETPLACE })

export function listingOf(auction: Auction, externalId: string): Listing {
  const { id: _, firstSeenAt: __, lastSeenAt: ___, status: ____, ...listing } = auction
  return { ...listing, externalId }
}

/** A lot of a flood. Only filters for a word of its title match it, and the workload has none of these. */
export function lotOf(externalId: string, title: string): Listing {
  const price = { amount: 1000, currency: 'EUR' as const }
  const url = `https://lots.example/${externalId}`
  return { marketplace: MARKETPLACE, externalId, url, title, images: [], buyingOptions: ['auction'], price, bidCount: 0 }
}

/** Filters that match nothing in the sample, and have words, so that they do not match the lots of a flood. */
function narrowFilters(workload: Workload, count: number): Filter[] {
  const chosen: Filter[] = []
  for (let from = 0; chosen.length < count; from += count) {
    const some = Array.from({ length: count }, (_, index) => workload.filter(from + index, 'forms'))
    const matcher = createMatcher({ clock: () => Date.now(), convert })
    for (const filter of some) matcher.add(filter)
    const broad = new Set<string>()
    const now = new Date().toISOString()
    const id = workload.auction(0).id
    const probe: Auction = { ...lotOf('probe', 'probe'), id, firstSeenAt: now, lastSeenAt: now, status: 'active' }
    const sample = Array.from({ length: SAMPLE }, (_, number) => current(workload.auction(number)))
    for (const auction of [probe, ...sample]) {
      for (const { filterId } of matcher.match(auction)) broad.add(filterId)
    }
    chosen.push(...some.filter(({ id }) => !broad.has(id)))
  }
  return chosen.slice(0, count)
}

import type { Auction } from '../contract/auction.ts'
import type { LiveEvent } from '../contract/live.ts'
import { invalidateAtom } from './data/topics.ts'
import { details } from './features/auctions/detail/details.ts'
import { resetInboxAtom } from './features/auctions/inbox/inbox.ts'
import { marketplaces } from './features/marketplaces/resources.ts'
import { loadStatsAtom } from './features/subscriptions/stats.ts'
import { outboxEntriesAtom } from './offline/outbox/entries.ts'
import { servicesAtom } from './services/services.ts'
import { keepMatchesAtom, matchesAsOfAtom, matchesAtom, matchOfAuction } from './session/cachedAuctions.ts'
import { atom } from './store/store.ts'

/** Applies one live event to the state. */
export const takeLiveEventAtom = atom(null, (get, set, event: LiveEvent) => {
  switch (event.type) {
    case 'match': {
      // An unsent local change is newer than this event.
      const isOurs = get(outboxEntriesAtom).some(({ subject }) => subject === event.data.id)
      const state = isOurs ? (get(matchesAtom).get(event.data.id)?.state ?? event.data.state) : event.data.state
      set(keepMatchesAtom, [{ ...event.data, state }])
      set(matchesAsOfAtom, get(servicesAtom).now())
      return
    }
    case 'auction':
      set(takeAuctionAtom, event.data)
      return
    case 'delivery':
      set(invalidateAtom, 'deliveries')
      return
    case 'device':
      set(invalidateAtom, 'devices')
      return
    case 'health': {
      const { value, asOf } = get(marketplaces.atom)
      const { marketplace, health } = event.data
      if (value)
        set(
          marketplaces.put,
          value.map((one) => (one.id === marketplace ? { ...one, health } : one)),
          asOf,
        )
      return
    }
    case 'reset':
      set(resetInboxAtom)
      void set(loadStatsAtom)
  }
})

const takeAuctionAtom = atom(null, (get, set, auction: Auction) => {
  const match = matchOfAuction(get(matchesAtom), auction.id)
  if (match) set(keepMatchesAtom, [{ ...match, auction }])
  const opened = get(details.atom).get(auction.id)
  if (!opened?.value) return
  const { priceHistory, related } = opened.value
  const isNewPrice = auction.price && auction.price.amount !== priceHistory.at(-1)?.price.amount
  const point = auction.price && { at: auction.lastSeenAt, price: auction.price }
  const history = isNewPrice && point ? [...priceHistory, point] : priceHistory
  const value = { ...auction, priceHistory: history, related }
  set(details.atom, new Map(get(details.atom)).set(auction.id, { ...opened, value }))
})

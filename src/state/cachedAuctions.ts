import type { Match } from '../../contract/match.ts'
import { AUCTIONS_STALE_MS, CACHED_AUCTIONS_MAX } from '../limits.ts'
import type { CachedAuctions } from '../storage/records.ts'
import { newestFirst } from './inbox/order.ts'
import { atom } from './store.ts'

/** All matches loaded so far, by id. */
export const matchesAtom = atom<ReadonlyMap<string, Match>>(new Map())

/** When the server last sent matches, by response or live event, epoch milliseconds. */
export const matchesAsOfAtom = atom<number | null>(null)

/** Stored for offline use: the newest matches and when they were loaded. */
export const cachedAuctionsAtom = atom<CachedAuctions>((get) => ({
  auctions: [...get(matchesAtom).values()].sort(newestFirst).slice(0, CACHED_AUCTIONS_MAX),
  timestamp: get(matchesAsOfAtom),
}))

export const isStale = (asOf: number | null, now: number): boolean => asOf === null || now - asOf >= AUCTIONS_STALE_MS

/** Adds matches, replacing older versions of them. */
export const keepMatchesAtom = atom(null, (get, set, matches: readonly Match[]) => {
  const known = new Map(get(matchesAtom))
  for (const match of matches) known.set(match.id, match)
  set(matchesAtom, known)
})

import type { Match } from '../../contract/match.ts'
import { AUCTIONS_STALE_MS, CACHED_AUCTIONS_MAX } from '../limits.ts'
import type { CachedAuctions } from '../storage/records.ts'
import { newestFirst } from './inbox/order.ts'
import { atom } from './store.ts'

/** Every match that this page knows, by id. */
export const matchesAtom = atom<ReadonlyMap<string, Match>>(new Map())

/** When the server last told of matches, asked or by itself, epoch milliseconds. */
export const matchesAsOfAtom = atom<number | null>(null)

/** What is kept for reading offline: the newest matches and when they were read. */
export const cachedAuctionsAtom = atom<CachedAuctions>((get) => ({
  auctions: [...get(matchesAtom).values()].sort(newestFirst).slice(0, CACHED_AUCTIONS_MAX),
  timestamp: get(matchesAsOfAtom),
}))

/** Specification, section 9: stale after 60 seconds. */
export const isStale = (asOf: number | null, now: number): boolean => asOf === null || now - asOf >= AUCTIONS_STALE_MS

/** Takes matches in, over what is known of them. */
export const keepMatchesAtom = atom(null, (get, set, matches: readonly Match[]) => {
  const known = new Map(get(matchesAtom))
  for (const match of matches) known.set(match.id, match)
  set(matchesAtom, known)
})

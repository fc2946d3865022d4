import type { Match } from '../../contract/match.ts'
import { AUCTIONS_STALE_MS, CACHED_AUCTIONS_MAX } from '../limits.ts'
import type { CachedAuctions } from '../offline/storage/records.ts'
import { atom } from '../store/store.ts'

/** Compares ISO times and ids by code unit; a collator would be a hundred times slower. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const newestFirst = (a: Match, b: Match): number => compare(b.matchedAt, a.matchedAt) || compare(b.id, a.id)

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

export function matchOfAuction(matches: ReadonlyMap<string, Match>, auctionId: string): Match | undefined {
  for (const match of matches.values()) if (match.auction.id === auctionId) return match
  return undefined
}

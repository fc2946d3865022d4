import type { Filter } from '../../../contract/filter.ts'
import { DEFAULTS } from '../../storage/defaults.ts'
import type { CachedAuctions, StoredSession } from '../../storage/records.ts'
import { cachedAuctionsAtom } from '../cachedAuctions.ts'
import { cachedFiltersAtom } from '../cachedFilters.ts'
import { atom, browserAtom } from '../store.ts'

/** The session without its two caches; all but the first two fields outlive the page. */
export type Session = StoredSession & {
  isLoading: boolean
  /** What to tell the user of the last sign-in that failed, in the page's language. */
  error: string | null
}

/** The whole session state. */
export type SessionState = Session & { cachedFilters: readonly Filter[]; cachedAuctions: CachedAuctions }

export const loggedOut: Session = { ...DEFAULTS.session, isLoading: false, error: null }

export const sessionAtom = atom<Session>(loggedOut)

export const sessionStateAtom = atom<SessionState>((get) => ({
  ...get(sessionAtom),
  cachedFilters: get(cachedFiltersAtom),
  cachedAuctions: get(cachedAuctionsAtom),
}))

export const changeSessionAtom = atom(null, (get, set, change: Partial<Session>) => {
  set(sessionAtom, { ...get(sessionAtom), ...change })
})

/** Whether the page is on its way to the sign-in: a user who has just logged out must not become a guest meanwhile. */
export const leavingAtom = atom(false)

/** Settled when the last log-out has left nothing of its person on this device. */
export const logOutUnderWayAtom = browserAtom<Promise<void>>(Promise.resolve())

/** The part of the session that is stored. */
export function storedPart({ isLoading: _loading, error: _error, ...stored }: Session): StoredSession {
  return stored
}

/** Logged out, guest, or signed in. */
export const sessionKindAtom = atom((get) => {
  const { isAuthenticated, isAnonymous } = get(sessionAtom)
  if (!isAuthenticated) return 'loggedOut'
  return isAnonymous ? 'guest' : 'signedIn'
})

import type { Filter } from '../../contract/filter.ts'
import type { StoredSession } from '../offline/storage/browserRecords.ts'
import { DEFAULTS } from '../offline/storage/defaults.ts'
import type { CachedAuctions } from '../offline/storage/records.ts'
import { atom, browserAtom } from '../store/store.ts'
import { cachedAuctionsAtom } from './cachedAuctions.ts'
import { cachedFiltersAtom } from './cachedFilters.ts'

/** The session without its two caches. All but the first two fields are stored. */
export type Session = StoredSession & {
  isLoading: boolean
  /** The error text of the last failed sign-in, in the page's language. */
  error: string | null
}

/** The whole session state. */
type SessionState = Session & { cachedFilters: readonly Filter[]; cachedAuctions: CachedAuctions }

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

/** Whether the page is navigating to the sign-in: a user who has just logged out must not become a guest meanwhile. */
export const leavingAtom = atom(false)

/** Resolves when the last log-out has removed all of its user's data from this device. */
export const logOutUnderWayAtom = browserAtom<Promise<void>>(Promise.resolve())

/** The stored part of the session. */
export function storedPart({ isLoading: _loading, error: _error, ...stored }: Session): StoredSession {
  return stored
}

/** Logged out, guest, or signed in. */
export const sessionKindAtom = atom((get) => {
  const { isAuthenticated, isAnonymous } = get(sessionAtom)
  if (!isAuthenticated) return 'loggedOut'
  return isAnonymous ? 'guest' : 'signedIn'
})

/*
 * What components read of the session. They render again only when their part changes.
 */

/** The signed-in account, for data that depends on it: its id, empty while unknown; undefined without a session. */
export const accountAtom = atom((get) => {
  const { token, accountId } = get(sessionAtom)
  return token === null ? undefined : (accountId ?? '')
})

export const hasSessionAtom = atom((get) => get(sessionAtom).token !== null)

/** Whether a sign-in is under way. */
export const isSigningInAtom = atom((get) => get(sessionAtom).isLoading)

/** Whether the app runs inside the mobile shell. */
export const isWebViewAtom = atom((get) => get(sessionAtom).isWebView)

export const userReferralCodeAtom = atom((get) => get(sessionAtom).userReferralCode)
export const currentPlanAtom = atom((get) => get(sessionAtom).currentPlan)
export const subscriptionStartAtom = atom((get) => get(sessionAtom).subscriptionStartDate)

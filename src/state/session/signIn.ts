import type { User } from '../../../contract/user.ts'
import { changeUser, readUser } from '../../api/account.ts'
import { ApiError, type ApiErrorCode } from '../../api/errors.ts'
import { redeemReferral } from '../../api/referral.ts'
import type { Identity } from '../../identity/identity.ts'
import { inFlightAtom } from '../inFlight.ts'
import { tellLocaleAtom } from '../language.ts'
import { changePreferencesAtom, preferencesAtom } from '../preferences.ts'
import { servicesAtom } from '../services.ts'
import { loadStatsAtom } from '../stats.ts'
import { atom, type PersonStore } from '../store.ts'
import { loadSubscriptionsAtom } from '../subscriptions.ts'
import { userAtom } from '../user.ts'
import { oneTabAtATime } from './oneTab.ts'
import { changeSessionAtom, loggedOut, sessionAtom, sessionKindAtom } from './session.ts'

/**
 * The authentication check: a visitor who is not authenticated becomes a guest. In the mobile web
 * view the shell makes the guest. Answers whether there is a session now; without network there may be none yet.
 */
export const checkAuthenticationAtom = atom(null, async (get, set): Promise<boolean> => {
  const { isAuthenticated, isLoading } = get(sessionAtom)
  if (isAuthenticated || isLoading) return isAuthenticated
  const { identity, askShell } = get(servicesAtom)
  if (askShell) {
    askShell({ request: 'createAnonymousAccount' })
    return false
  }
  set(changeSessionAtom, { isLoading: true, error: null })
  try {
    const hasEntered = await set(enterAtom, await identity.guest(), null)
    set(entryFailureAtom, hasEntered ? null : 'internal')
    return hasEntered
  } catch (error) {
    // The next try begins with a new guest.
    if (isRefused(error)) await identity.signOut()
    set(entryFailureAtom, error instanceof ApiError ? error.code : 'identity_unavailable')
    return false
  } finally {
    set(changeSessionAtom, { isLoading: false })
  }
})

/** Why the last try to make the visitor a guest failed. */
export const entryFailureAtom = atom<ApiErrorCode | null>(null)

/**
 * Exchanges the provider's token and opens the session: false when the server gave none, or when the user is asked first.
 * `isAnonymous` null: the server says whether it is a guest. `asksFirst`: where this would replace the open session of
 * another registered account, nothing changes until the user says so ({@link otherAccountAtom}).
 */
export const enterAtom = atom(
  null,
  async (get, set, idToken: string, isAnonymous: boolean | null, { asksFirst = false } = {}): Promise<boolean> => {
    // Other tabs, whose token ends with the exchange, wait and find the new one stored.
    const entered = await oneTabAtATime(async () => {
      const { exchange, client } = get(servicesAtom)
      const token = await exchange(idToken, await set(latestTokenAtom))
      if (!token) return false
      // Who that is must be known before the token is used: what is kept here may belong to someone else.
      const user = await readUser(client, token).catch(() => undefined)
      const { accountId } = get(sessionAtom)
      if (!user && accountId) return false
      if (user && accountId && accountId !== user.id) return { token, user, isAnonymous: isAnonymous ?? user.isAnonymous }
      set(changeSessionAtom, { token, isAuthenticated: true, isAnonymous: isAnonymous ?? user?.isAnonymous ?? true, error: null })
      if (user) set(takeUserAtom, user)
      await set(storeTokenAtom, token)
      return true
    })
    if (entered === true) set(afterEntryAtom)
    if (typeof entered === 'boolean') return entered
    if (asksFirst && get(sessionKindAtom) === 'signedIn') {
      await set(answerOtherAccountAtom, false)
      set(otherAccountAtom, entered)
      return false
    }
    await set(changePersonAtom, entered.token, entered.user, entered.isAnonymous)
    return true
  },
)

/** Another account that wants to take the place of the one that is signed in, until the user has decided. */
export const otherAccountAtom = atom<{ token: string; user: User; isAnonymous: boolean } | null>(null)

/** The user's decision about {@link otherAccountAtom}; a refused session ends on the server too. */
export const answerOtherAccountAtom = atom(null, async (get, set, isWanted: boolean): Promise<void> => {
  const other = get(otherAccountAtom)
  if (!other) return
  set(otherAccountAtom, null)
  if (isWanted) {
    await set(changePersonAtom, other.token, other.user, other.isAnonymous)
    return
  }
  const { logOuts } = get(servicesAtom)
  await logOuts.keep(other.token)
  void logOuts.send()
})

/** Another account takes the page over: nothing of the last one's stays, on the page or on the device. */
const changePersonAtom = atom(null, async (get, _set, token: string, user: User, isAnonymous: boolean): Promise<void> => {
  // These came with the visitor or the phone, not with the account.
  const { isWebView, notificationToken, acceptingReferralCode } = get(sessionAtom)
  const kept = { isWebView, notificationToken, acceptingReferralCode }
  const { storage } = get(servicesAtom)
  await storage.wipe().catch((error: unknown) => console.warn('This device could not be emptied.', error))
  const begin = (fresh: PersonStore) => {
    fresh.set(sessionAtom, { ...loggedOut, ...kept, token, isAuthenticated: true, isAnonymous })
    fresh.set(changePreferencesAtom, { lastVisitAt: null })
    fresh.set(takeUserAtom, user)
  }
  get(servicesAtom).replacePerson(begin).set(afterEntryAtom)
})

const takeUserAtom = atom(null, (_get, set, user: User) => {
  set(userAtom, user)
  set(changeSessionAtom, { accountId: user.id })
})

/** What is told and asked once there is a session. */
const afterEntryAtom = atom(null, (_get, set) => {
  void set(tellBrowserAtom)
  void set(acceptReferralAtom)
  void set(loadStatsAtom)
  void set(loadSubscriptionsAtom)
})

/**
 * What the server writes to the user follows the language of this app, and quiet hours go by the user's clock: it learns
 * the browser's time zone once, for a new user.
 */
const tellBrowserAtom = atom(null, async (get, set) => {
  const user = get(userAtom)
  if (!user) return
  set(changePreferencesAtom, { localeUntold: user.locale !== get(preferencesAtom).locale })
  await set(tellLocaleAtom)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (user.timeZone !== 'UTC' || timeZone === 'UTC') return
  const changed = await changeUser(get(servicesAtom).client, { timeZone }).catch(() => undefined)
  if (changed) set(userAtom, changed)
})

/** Uses the invitation that brought the user here; a guest keeps it until there is an account. */
const acceptReferralAtom = atom(null, async (get, set) => {
  const { acceptingReferralCode, isAnonymous } = get(sessionAtom)
  if (!acceptingReferralCode || isAnonymous) return
  await redeemReferral(get(servicesAtom).client, acceptingReferralCode)
  set(changeSessionAtom, { acceptingReferralCode: null })
})

/** Written at once and not with the next burst: other tabs wait for it. */
const storeTokenAtom = atom(null, async (get, _set, token: string) => {
  const { storage } = get(servicesAtom)
  const { accountId } = get(sessionAtom)
  await storage
    // What is stored may be another person's by now, or nobody's.
    .change('session', (stored) => (accountId && stored.accountId === accountId ? { ...stored, token } : stored))
    .catch((error: unknown) => console.warn('The session could not be stored.', error))
})

/** This account's token as it is stored: another tab may have got a newer one than this tab knows. */
const latestTokenAtom = atom(null, async (get): Promise<string | null> => {
  const { token, accountId } = get(sessionAtom)
  const stored = await get(servicesAtom)
    .storage.read('session')
    .catch(() => undefined)
  return stored?.token && accountId && stored.accountId === accountId ? stored.token : token
})

/**
 * The token that another tab has got since, if it is this account's and the server takes it. Rejects when the server
 * cannot be reached.
 */
const findTokenOfOtherTabAtom = atom(null, async (get, set): Promise<string | undefined> => {
  const { client } = get(servicesAtom)
  const { token, accountId } = get(sessionAtom)
  const latest = await set(latestTokenAtom)
  if (!latest || latest === token) return undefined
  try {
    return (await readUser(client, latest)).id === accountId ? latest : undefined
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
})

/**
 * Exchanges the identity again after a 401, unless the session has another token than the refused one by then: a sign-in
 * under way ends the former token before this tab knows the new one. Answers null when the user must sign in. Calls that
 * fail together share one exchange.
 */
export const renewTokenAtom = atom(null, async (get, set, refused: string | null): Promise<string | null> => {
  const isReplaced = () => get(sessionAtom).token !== refused
  if (isReplaced()) return get(sessionAtom).token
  return get(inFlightAtom)(`renew token ${refused}`, async () => {
    try {
      return await oneTabAtATime(async () => (isReplaced() ? get(sessionAtom).token : set(renewAtom)))
    } catch {
      // The provider cannot be reached: the session may well be good, so nothing is thrown away.
      return null
    }
  })
})

const isRefused = (error: unknown) => error instanceof ApiError && error.code === 'identity_token_invalid'

/** The server takes this sign-in no more: the account is disabled, or the session was ended from another browser. */
const endRefused = (identity: Identity) => async (error: unknown) => {
  if (!isRefused(error)) throw error
  await identity.signOut()
  return undefined
}

const renewAtom = atom(null, async (get, set): Promise<string | null> => {
  const { identity, exchange, askShell, client } = get(servicesAtom)
  const found = await set(findTokenOfOtherTabAtom)
  if (found) {
    set(changeSessionAtom, { token: found })
    return found
  }
  const { isAnonymous, accountId, token: former } = get(sessionAtom)
  const idToken = await identity.idToken()
  const token = idToken ? await exchange(idToken, former).catch(endRefused(identity)) : undefined
  if (token) {
    const user = await readUser(client, token)
    if (accountId && user.id !== accountId) {
      // Another tab has signed in as someone else: what this call was about is the last person's.
      await set(changePersonAtom, token, user, user.isAnonymous)
      return null
    }
    set(changeSessionAtom, { token })
    await set(storeTokenAtom, token)
    return token
  }
  set(changeSessionAtom, { token: null, isAuthenticated: false })
  if (askShell) askShell(isAnonymous ? { request: 'createAnonymousAccount' } : { request: 'login', provider: 'email' })
  return null
})

import type { User } from '../../contract/user.ts'
import { ApiError, type ApiErrorCode } from '../api/errors.ts'
import type { Identity } from '../identity/identity.ts'
import { changePreferencesAtom, preferencesAtom } from '../preferences/preferences.ts'
import { servicesAtom } from '../services/services.ts'
import { inFlightAtom } from '../store/inFlight.ts'
import { atom, type UserStore } from '../store/store.ts'
import { changeUser, readUser } from './api.ts'
import { saveLocaleAtom } from './language.ts'
import { oneTabAtATime } from './oneTab.ts'
import { redeemReferral } from './redeemReferral.ts'
import { changeSessionAtom, loggedOut, sessionAtom, sessionKindAtom } from './session.ts'
import { userAtom } from './user.ts'

/**
 * The authentication check: an unauthenticated visitor becomes a guest. In the mobile web view the shell creates the guest.
 * Resolves to whether there is a session now; without a network there may be none yet.
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
    // The next attempt starts with a new guest.
    if (isRefused(error)) await identity.signOut()
    set(entryFailureAtom, error instanceof ApiError ? error.code : 'identity_unavailable')
    return false
  } finally {
    set(changeSessionAtom, { isLoading: false })
  }
})

/** Why the last attempt to create a guest failed. */
export const entryFailureAtom = atom<ApiErrorCode | null>(null)

/**
 * Exchanges the provider's token and opens the session; false if the server issued none, or if the user has to decide first.
 * `isAnonymous` null: the server determines whether it is a guest. `asksFirst`: if this would replace the session of another
 * registered account, nothing changes until the user confirms ({@link otherAccountAtom}).
 */
export const enterAtom = atom(
  null,
  async (get, set, idToken: string, isAnonymous: boolean | null, { asksFirst = false } = {}): Promise<boolean> => {
    // The exchange invalidates the other tabs' token; they wait and then find the new one in storage.
    const entered = await oneTabAtATime(async () => {
      const { exchange, client } = get(servicesAtom)
      const token = await exchange(idToken, await set(latestTokenAtom))
      if (!token) return false
      // Identify the user before using the token: the data stored here may belong to another one.
      const user = await readUser(client, token).catch(() => undefined)
      const { accountId } = get(sessionAtom)
      if (!user && accountId) return false
      if (user && accountId && accountId !== user.id) return { token, user, isAnonymous: isAnonymous ?? user.isAnonymous }
      set(changeSessionAtom, { token, isAuthenticated: true, isAnonymous: isAnonymous ?? user?.isAnonymous ?? true, error: null })
      if (user) set(setUserAtom, user)
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
    await set(switchAccountAtom, entered.token, entered.user, entered.isAnonymous)
    return true
  },
)

/** Another account that is to replace the one signed in, until the user has decided. */
export const otherAccountAtom = atom<{ token: string; user: User; isAnonymous: boolean } | null>(null)

/** Applies the user's decision about {@link otherAccountAtom}. A declined session is also ended on the server. */
export const answerOtherAccountAtom = atom(null, async (get, set, isWanted: boolean): Promise<void> => {
  const other = get(otherAccountAtom)
  if (!other) return
  set(otherAccountAtom, null)
  if (isWanted) {
    await set(switchAccountAtom, other.token, other.user, other.isAnonymous)
    return
  }
  const { logOuts } = get(servicesAtom)
  await logOuts.keep(other.token)
  void logOuts.send()
})

/** Switches to another account and removes all data of the previous one, from the page and the device. */
const switchAccountAtom = atom(null, async (get, _set, token: string, user: User, isAnonymous: boolean): Promise<void> => {
  // These belong to the visitor or the phone, not to the account.
  const { isWebView, notificationToken, acceptingReferralCode } = get(sessionAtom)
  const kept = { isWebView, notificationToken, acceptingReferralCode }
  const { storage } = get(servicesAtom)
  await storage.wipe().catch((error: unknown) => console.warn('This device could not be emptied.', error))
  const begin = (fresh: UserStore) => {
    fresh.set(sessionAtom, { ...loggedOut, ...kept, token, isAuthenticated: true, isAnonymous })
    fresh.set(changePreferencesAtom, { lastVisitAt: null })
    fresh.set(setUserAtom, user)
  }
  get(servicesAtom).replaceUser(begin).set(afterEntryAtom)
})

const setUserAtom = atom(null, (_get, set, user: User) => {
  set(userAtom, user)
  set(changeSessionAtom, { accountId: user.id })
})

/** Calls to make once there is a session. */
const afterEntryAtom = atom(null, (get, set) => {
  void set(sendBrowserSettingsAtom)
  void set(acceptReferralAtom)
  get(servicesAtom).afterEntry()
})

/** Sends the app's language for the server's messages and, once for a new user, the browser's time zone for quiet hours. */
const sendBrowserSettingsAtom = atom(null, async (get, set) => {
  const user = get(userAtom)
  if (!user) return
  set(changePreferencesAtom, { localeUnsaved: user.locale !== get(preferencesAtom).locale })
  await set(saveLocaleAtom)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (user.timeZone !== 'UTC' || timeZone === 'UTC') return
  const changed = await changeUser(get(servicesAtom).client, { timeZone }).catch(() => undefined)
  if (changed) set(userAtom, changed)
})

/** Redeems the invitation that brought the user here; a guest keeps it until there is an account. */
const acceptReferralAtom = atom(null, async (get, set) => {
  const { acceptingReferralCode, isAnonymous } = get(sessionAtom)
  if (!acceptingReferralCode || isAnonymous) return
  await redeemReferral(get(servicesAtom).client, acceptingReferralCode)
  set(changeSessionAtom, { acceptingReferralCode: null })
})

/** Written at once, not debounced, because other tabs wait for it. */
const storeTokenAtom = atom(null, async (get, _set, token: string) => {
  const { storage } = get(servicesAtom)
  const { accountId } = get(sessionAtom)
  await storage
    // By now storage may hold another user's session, or none.
    .change('session', (stored) => (accountId && stored.accountId === accountId ? { ...stored, token } : stored))
    .catch((error: unknown) => console.warn('The session could not be stored.', error))
})

/** This account's token from storage: another tab may have obtained a newer one. */
const latestTokenAtom = atom(null, async (get): Promise<string | null> => {
  const { token, accountId } = get(sessionAtom)
  const stored = await get(servicesAtom)
    .storage.read('session')
    .catch(() => undefined)
  return stored?.token && accountId && stored.accountId === accountId ? stored.token : token
})

/**
 * A newer token that another tab has stored, if it belongs to this account and the server accepts it. Rejects if the server
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
 * Exchanges the identity again after a 401, unless the session has a newer token than the refused one: a concurrent sign-in
 * invalidates the old token before this tab has the new one. Resolves to null if the user must sign in. Concurrent failures
 * share one exchange.
 */
export const renewTokenAtom = atom(null, async (get, set, refused: string | null): Promise<string | null> => {
  const isReplaced = () => get(sessionAtom).token !== refused
  if (isReplaced()) return get(sessionAtom).token
  return get(inFlightAtom)(`renew token ${refused}`, async () => {
    try {
      return await oneTabAtATime(async () => (isReplaced() ? get(sessionAtom).token : set(renewAtom)))
    } catch {
      // The provider is unreachable. The session may still be valid, so nothing is discarded.
      return null
    }
  })
})

const isRefused = (error: unknown) => error instanceof ApiError && error.code === 'identity_token_invalid'

/** The server refuses this sign-in: the account is disabled, or the session was ended from another browser. */
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
      // Another tab has signed in as another user; this call belongs to the previous one.
      await set(switchAccountAtom, token, user, user.isAnonymous)
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

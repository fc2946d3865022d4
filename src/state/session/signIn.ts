import type { User } from '../../../contract/user.ts'
import { changeUser, readUser } from '../../api/account.ts'
import { redeemReferral } from '../../api/referral.ts'
import { edgesAtom } from '../edges.ts'
import { inFlightAtom } from '../inFlight.ts'
import { tellLocaleAtom } from '../language.ts'
import { changePreferencesAtom, preferencesAtom } from '../preferences.ts'
import { loadStatsAtom } from '../stats.ts'
import { atom, type PersonStore } from '../store.ts'
import { loadSubscriptionsAtom } from '../subscriptions.ts'
import { userAtom } from '../user.ts'
import { changeSessionAtom, loggedOut, sessionAtom } from './session.ts'

/**
 * The authentication check (specification, section 4): whoever is not authenticated becomes a guest. In the mobile web
 * view the shell makes the guest. Answers whether there is a session now; without network there may be none yet.
 */
export const checkAuthenticationAtom = atom(null, async (get, set): Promise<boolean> => {
  const { isAuthenticated, isLoading } = get(sessionAtom)
  if (isAuthenticated || isLoading) return isAuthenticated
  const { identity, askShell } = get(edgesAtom)
  if (askShell) {
    askShell({ request: 'createAnonymousAccount' })
    return false
  }
  set(changeSessionAtom, { isLoading: true, error: null })
  try {
    return await set(enterAtom, await identity.guest(), null)
  } catch {
    // No network, or the provider is away: the screens say so and the check runs again when the browser is online.
    return false
  } finally {
    set(changeSessionAtom, { isLoading: false })
  }
})

/**
 * Exchanges the provider's token and opens the session: false when the server gave none. `isAnonymous` null: the server
 * says whether it is a guest.
 */
export const enterAtom = atom(null, async (get, set, idToken: string, isAnonymous: boolean | null): Promise<boolean> => {
  const { exchange, client } = get(edgesAtom)
  const token = await exchange(idToken)
  if (!token) return false
  // Who that is must be known before the token is used: what is kept here may belong to someone else.
  const user = await readUser(client, token).catch(() => undefined)
  const { accountId } = get(sessionAtom)
  if (!user && accountId) return false
  if (user && accountId && accountId !== user.id) {
    await set(changePersonAtom, token, user, isAnonymous ?? user.isAnonymous)
    return true
  }
  set(changeSessionAtom, { token, isAuthenticated: true, isAnonymous: isAnonymous ?? user?.isAnonymous ?? true, error: null })
  if (user) set(takeUserAtom, user)
  set(afterEntryAtom)
  return true
})

/** Another account takes the page over: nothing of the last one's stays, on the page or on the device. */
const changePersonAtom = atom(null, async (get, _set, token: string, user: User, isAnonymous: boolean): Promise<void> => {
  // These came with the visitor or the phone, not with the account.
  const { isWebView, notificationToken, acceptingReferralCode } = get(sessionAtom)
  const kept = { isWebView, notificationToken, acceptingReferralCode }
  const { storage } = get(edgesAtom)
  await storage.wipe().catch((error: unknown) => console.warn('This device could not be emptied.', error))
  const begin = (fresh: PersonStore) => {
    fresh.set(sessionAtom, { ...loggedOut, ...kept, token, isAuthenticated: true, isAnonymous })
    fresh.set(changePreferencesAtom, { lastVisitAt: null })
    fresh.set(takeUserAtom, user)
  }
  get(edgesAtom).replacePerson(begin).set(afterEntryAtom)
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
  const changed = await changeUser(get(edgesAtom).client, { timeZone }).catch(() => undefined)
  if (changed) set(userAtom, changed)
})

/** Uses the invitation that brought the user here; a guest keeps it until there is an account. */
const acceptReferralAtom = atom(null, async (get, set) => {
  const { acceptingReferralCode, isAnonymous } = get(sessionAtom)
  if (!acceptingReferralCode || isAnonymous) return
  await redeemReferral(get(edgesAtom).client, acceptingReferralCode)
  set(changeSessionAtom, { acceptingReferralCode: null })
})

/** Exchanges the identity again after a 401; null: the user must sign in. Calls that fail together share one exchange. */
export const renewTokenAtom = atom(null, (get, set): Promise<string | null> => {
  return get(inFlightAtom)('renew token', async () => {
    const { identity, exchange, askShell, client } = get(edgesAtom)
    const { isAnonymous, accountId } = get(sessionAtom)
    try {
      const idToken = await identity.idToken()
      const token = idToken ? await exchange(idToken) : undefined
      if (token) {
        const user = await readUser(client, token)
        if (accountId && user.id !== accountId) {
          // Another tab has signed in as someone else: what this call was about is the last person's.
          await set(changePersonAtom, token, user, user.isAnonymous)
          return null
        }
        set(changeSessionAtom, { token })
        return token
      }
      set(changeSessionAtom, { token: null, isAuthenticated: false })
      if (askShell) askShell(isAnonymous ? { request: 'createAnonymousAccount' } : { request: 'login', provider: 'email' })
      return null
    } catch {
      // The provider cannot be reached: the session may well be good, so nothing is thrown away.
      return null
    }
  })
})

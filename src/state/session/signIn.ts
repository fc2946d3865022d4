import { changeUser, readUser } from '../../api/account.ts'
import { redeemReferral } from '../../api/referral.ts'
import { edgesAtom } from '../edges.ts'
import { forgetPersonAtom } from '../forget.ts'
import { inFlightAtom } from '../inFlight.ts'
import { loadStatsAtom } from '../stats.ts'
import { atom } from '../store.ts'
import { userAtom } from '../user.ts'
import { changeSessionAtom, sessionAtom } from './session.ts'

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
  set(changeSessionAtom, { token, isAuthenticated: true, isAnonymous: isAnonymous ?? true, error: null })
  const user = await readUser(client).catch(() => undefined)
  if (user) {
    const { accountId } = get(sessionAtom)
    // What is kept here may belong to someone else: it must neither be shown nor be sent as this user.
    if (accountId && accountId !== user.id) await set(forgetPersonAtom)
    set(userAtom, user)
    set(changeSessionAtom, { accountId: user.id, isAnonymous: isAnonymous ?? user.isAnonymous })
    void set(tellTimeZoneAtom)
  }
  void set(acceptReferralAtom)
  void set(loadStatsAtom)
  return true
})

/** The server schedules quiet hours and mails by the user's clock; it learns the browser's once, for a new user. */
const tellTimeZoneAtom = atom(null, async (get, set) => {
  const user = get(userAtom)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (user?.timeZone !== 'UTC' || timeZone === 'UTC') return
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
    const { identity, exchange, askShell } = get(edgesAtom)
    const { isAnonymous } = get(sessionAtom)
    try {
      const idToken = await identity.idToken()
      const token = idToken ? await exchange(idToken) : undefined
      if (token) {
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

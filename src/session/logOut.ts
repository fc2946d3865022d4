import { changePreferencesAtom } from '../preferences/preferences.ts'
import { servicesAtom } from '../services/services.ts'
import { atom } from '../store/store.ts'
import { loggedOut, logOutUnderWayAtom, sessionAtom } from './session.ts'

/**
 * Ends the session everywhere: server, provider, this device, other tabs. If the server is unreachable, the session is ended
 * there later (`LogOuts`).
 * @param unregisterDevice stops push to this device. Called while the user's client and storage still work
 */
export const endSessionAtom = atom(null, async (_get, set, unregisterDevice: () => Promise<void>) => {
  const leaving = set(leaveAtom, unregisterDevice)
  // Set first: a call that fails meanwhile must not load a new document before this one's data is wiped.
  set(
    logOutUnderWayAtom,
    leaving.catch(() => undefined),
  )
  await leaving
})

const leaveAtom = atom(null, async (get, _set, unregisterDevice: () => Promise<void>): Promise<void> => {
  const { logOuts, identity, askShell, notifyTabs, replaceUser } = get(servicesAtom)
  const keepToken = async () => {
    const { token } = get(sessionAtom)
    if (token) await logOuts.keep(token).catch((error: unknown) => console.warn('The log-out could not be kept.', error))
  }
  // First, because the page may be closed at any moment.
  const kept = keepToken()
  const ended = unregisterDevice()
    .catch((error: unknown) => console.warn('This device could not be taken off push.', error))
    // Unregistering from push may have renewed the session.
    .then(keepToken)
    .then(() => logOuts.send())
  const revoked = Promise.allSettled([ended, identity.signOut()])
  const { isWebView } = get(sessionAtom)
  await kept
  if (navigator.onLine) await revoked
  const next = replaceUser((fresh) => {
    fresh.set(sessionAtom, { ...loggedOut, isWebView })
    fresh.set(changePreferencesAtom, { lastVisitAt: null })
  })
  await next.get(servicesAtom).storage.wipe()
  askShell?.({ request: 'logout' })
  notifyTabs()
})

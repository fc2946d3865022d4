import { endSession } from '../../api/auth.ts'
import { leavePushAtom } from '../../push/device.ts'
import { edgesAtom } from '../edges.ts'
import { changePreferencesAtom } from '../preferences.ts'
import { atom } from '../store.ts'
import { loggedOut, sessionAtom } from './session.ts'

/** Ends the session everywhere it is known: server, provider, this device, the other tabs. */
export const logOutAtom = atom(null, async (get, set) => {
  const { client, identity, askShell, tellTabs, replacePerson } = get(edgesAtom)
  // None may keep the user signed in: without network the token is forgotten here and ends by itself there.
  const ended = set(leavePushAtom)
    .catch((error: unknown) => console.warn('This device could not be taken off push.', error))
    .then(() => endSession(client))
  const revoked = Promise.allSettled([ended, identity.signOut()])
  const { isWebView } = get(sessionAtom)
  if (navigator.onLine) await revoked
  const next = replacePerson((fresh) => {
    fresh.set(sessionAtom, { ...loggedOut, isWebView })
    fresh.set(changePreferencesAtom, { lastVisitAt: null })
  })
  await next.get(edgesAtom).storage.wipe()
  askShell?.({ request: 'logout' })
  tellTabs()
})

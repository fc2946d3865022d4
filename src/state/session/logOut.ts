import { leavePushAtom } from '../../push/device.ts'
import { edgesAtom } from '../edges.ts'
import { changePreferencesAtom } from '../preferences.ts'
import { atom } from '../store.ts'
import { loggedOut, logOutUnderWayAtom, sessionAtom } from './session.ts'

/**
 * Ends the session everywhere it is known: server, provider, this device, the other tabs. None may keep the user signed in:
 * what the server cannot be told now, it is told when it can be reached again (`LogOuts`).
 */
export const logOutAtom = atom(null, async (get, set) => {
  const { logOuts, identity, askShell, tellTabs, replacePerson } = get(edgesAtom)
  const keepToken = async () => {
    const { token } = get(sessionAtom)
    if (token) await logOuts.keep(token).catch((error: unknown) => console.warn('The log-out could not be kept.', error))
  }
  // Before anything else: the page may be closed at any moment.
  const kept = keepToken()
  const ended = set(leavePushAtom)
    .catch((error: unknown) => console.warn('This device could not be taken off push.', error))
    // Leaving push may have renewed the session.
    .then(keepToken)
    .then(() => logOuts.send())
  const revoked = Promise.allSettled([ended, identity.signOut()])
  const { isWebView } = get(sessionAtom)
  await kept
  if (navigator.onLine) await revoked
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const next = replacePerson((fresh) => {
    fresh.set(logOutUnderWayAtom, finished)
    fresh.set(sessionAtom, { ...loggedOut, isWebView })
    fresh.set(changePreferencesAtom, { lastVisitAt: null })
  })
  try {
    await next.get(edgesAtom).storage.wipe()
    askShell?.({ request: 'logout' })
    tellTabs()
  } finally {
    finish()
  }
})

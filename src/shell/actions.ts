import type { ShellAction } from '../../contract/shell.ts'
import { registerDevice } from '../api/notifications.ts'
import { shellText, texts } from '../i18n/texts.ts'
import { showToastAtom } from '../state/announcements.ts'
import { edgesAtom } from '../state/edges.ts'
import { changeSessionAtom, sessionAtom } from '../state/session/session.ts'
import { enterAtom } from '../state/session/signIn.ts'
import { atom, type Store } from '../state/store.ts'

type GoTo = (page: 'overview') => void

/**
 * Takes the shell's actions one after another: a guest's token that comes while an account's is being exchanged must find
 * the account signed in. One that fails is told, and the next is taken all the same.
 */
export function createShellActions(store: Store, goTo: GoTo): (action: ShellAction) => void {
  let last = Promise.resolve()
  return (action) => {
    last = last
      .then(() => takeShellAction(store, action, goTo))
      .catch((error: unknown) => {
        console.warn(`The shell's "${action.action}" failed.`, error)
        const { translate } = store.get(edgesAtom)
        store.set(showToastAtom, { text: translate(texts.loginFailed), tone: 'error' })
      })
  }
}

/** Control characters and directional overrides have no place in a line for a person. */
const plainLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')

/**
 * The six actions of the shell (specification, section 4). Its tokens are the identity provider's and are exchanged; who
 * the user is, the server says, never the message.
 */
export async function takeShellAction(store: Store, action: ShellAction, goTo: GoTo): Promise<void> {
  const { translate } = store.get(edgesAtom)
  switch (action.action) {
    case 'loginSuccess':
      if (await store.set(enterAtom, action.token, false)) goTo('overview')
      return
    case 'anonymousLoginSuccess':
      // A late answer must not turn a signed-in user back into a guest.
      if (isSignedIn(store)) return
      await store.set(enterAtom, action.token, true)
      return
    case 'upgradeAccountSuccess':
      // Without a token nothing is known but that it went well; the server says who the user is when it is asked next.
      if (action.token) await store.set(enterAtom, action.token, false)
      goTo('overview')
      return
    case 'error':
      store.set(showToastAtom, { text: translate(shellText(plainLine(action.message))), tone: 'error' })
      return
    case 'setNotificationToken':
      store.set(changeSessionAtom, { notificationToken: action.token })
      await store.set(registerNativeDeviceAtom)
      return
    case 'log':
      store.set(showToastAtom, { text: plainLine(action.message) })
  }
}

const isSignedIn = (store: Store): boolean => {
  const { isAuthenticated, isAnonymous } = store.get(sessionAtom)
  return isAuthenticated && !isAnonymous
}

/** Tells the server where the phone takes push, once there is both a session and the phone's token. */
export const registerNativeDeviceAtom = atom(null, async (get) => {
  const { client, storage } = get(edgesAtom)
  const { notificationToken, isAuthenticated } = get(sessionAtom)
  if (!notificationToken || !isAuthenticated) return
  const deviceKey = await storage.change('deviceKey', (key) => key ?? crypto.randomUUID())
  const device = {
    kind: 'native',
    token: notificationToken,
    deviceKey: deviceKey ?? '',
    userAgent: navigator.userAgent.slice(0, 500),
  } as const
  await registerDevice(client, device).catch((error: unknown) =>
    console.warn('The phone could not be registered for push.', error),
  )
})

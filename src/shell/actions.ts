import type { ShellAction } from '../../contract/shell.ts'
import { shellText, texts } from '../i18n/texts.ts'
import { DEVICE_START_REST_MS } from '../limits.ts'
import { registerNativeAtom } from '../push/register.ts'
import { showToastAtom } from '../state/announcements.ts'
import { servicesAtom } from '../state/services.ts'
import { changeSessionAtom, sessionAtom } from '../state/session/session.ts'
import { enterAtom } from '../state/session/signIn.ts'
import type { Store } from '../state/store.ts'

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
        const { translate } = store.get(servicesAtom)
        store.set(showToastAtom, { text: translate(texts.loginFailed), tone: 'error' })
      })
  }
}

/** Control characters and directional overrides have no place in a line for a person. */
const plainLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')

/**
 * The six actions of the shell. Its tokens are the identity provider's and are exchanged; who
 * the user is, the server says, never the message. An open account is replaced by another one only when the user says so.
 */
export async function takeShellAction(store: Store, action: ShellAction, goTo: GoTo): Promise<void> {
  const { translate } = store.get(servicesAtom)
  switch (action.action) {
    case 'loginSuccess':
      if (await store.set(enterAtom, action.token, false, { asksFirst: true })) goTo('overview')
      return
    case 'anonymousLoginSuccess':
      // A late answer must not turn a signed-in user back into a guest.
      if (isSignedIn(store)) return
      await store.set(enterAtom, action.token, true, { asksFirst: true })
      return
    case 'upgradeAccountSuccess':
      // Without a token nothing is known but that it went well; the server says who the user is when it is asked next.
      if (action.token) await store.set(enterAtom, action.token, false, { asksFirst: true })
      goTo('overview')
      return
    case 'error':
      store.set(showToastAtom, { text: translate(shellText(plainLine(action.message))), tone: 'error' })
      return
    case 'setNotificationToken': {
      const isKnown = store.get(sessionAtom).notificationToken === action.token
      store.set(changeSessionAtom, { notificationToken: action.token })
      await store
        .set(registerNativeAtom, isKnown ? DEVICE_START_REST_MS : 0)
        .catch((error: unknown) => console.warn('The phone could not be registered for push.', error))
      return
    }
    case 'log':
      store.set(showToastAtom, { text: plainLine(action.message) })
  }
}

const isSignedIn = (store: Store): boolean => {
  const { isAuthenticated, isAnonymous } = store.get(sessionAtom)
  return isAuthenticated && !isAnonymous
}

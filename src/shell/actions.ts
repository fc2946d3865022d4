import type { ShellAction } from '../../contract/shell.ts'
import { shellText, texts } from '../i18n/texts.ts'
import { DEVICE_START_INTERVAL_MS } from '../limits.ts'
import { registerNativeAtom } from '../push/register.ts'
import { servicesAtom } from '../services/services.ts'
import { changeSessionAtom, sessionAtom } from '../session/session.ts'
import { enterAtom } from '../session/signIn.ts'
import type { Store } from '../store/store.ts'
import { showToastAtom } from '../toasts/toasts.ts'

type GoTo = (page: 'overview') => void

/**
 * Handles the shell's actions one at a time: a guest's token that arrives during the exchange of an account's must find the
 * account signed in. A failure is shown and does not stop the next action.
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

/** Removes control characters and directional overrides from text to show. */
const plainLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')

/**
 * Handles the six actions of the shell. Its tokens come from the identity provider and are exchanged; the user's identity
 * comes from the server, never from the message. A signed-in account is replaced only if the user confirms.
 */
export async function takeShellAction(store: Store, action: ShellAction, goTo: GoTo): Promise<void> {
  const { translate } = store.get(servicesAtom)
  switch (action.action) {
    case 'loginSuccess':
      if (await store.set(enterAtom, action.token, false, { asksFirst: true })) goTo('overview')
      return
    case 'anonymousLoginSuccess':
      // A late response must not turn a signed-in user back into a guest.
      if (isSignedIn(store)) return
      await store.set(enterAtom, action.token, true, { asksFirst: true })
      return
    case 'upgradeAccountSuccess':
      // Without a token only the success is known; the next response from the server identifies the user.
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
        .set(registerNativeAtom, isKnown ? DEVICE_START_INTERVAL_MS : 0)
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

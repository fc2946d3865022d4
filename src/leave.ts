import type { LocalePrefix } from './i18n/locales.ts'
import { texts } from './i18n/texts.ts'
import { canLoadDocument } from './install/signInDocument.ts'
import type { AppRouter } from './router.tsx'
import { servicesAtom } from './services/services.ts'
import { leavingAtom, logOutUnderWayAtom, sessionAtom } from './session/session.ts'
import type { Store } from './store/store.ts'
import { showToastAtom } from './toasts/toasts.ts'

type Parts = { store: Store; router: AppRouter; prefix(): LocalePrefix }

/** Set in the tab's session storage from a log-out until the sign-in page, mostly a new document, has announced it. */
const LOGGED_OUT_KEY = 'lotwatch.loggedOut'

/**
 * Navigates to the sign-in page after a log-out, here or in another tab, and when the session cannot be renewed. Must watch
 * from the first paint on: a user who logs out earlier would stay on the page and become a guest.
 */
export function leaveWhenLoggedOut({ store, router, prefix }: Parts): void {
  const goToLogin = async () => {
    const reloadDocument = canLoadDocument()
    // The new document loads stored data, which must be wiped first.
    if (reloadDocument) await store.get(logOutUnderWayAtom)
    await router.navigate({ to: '/{-$locale}/login', params: { locale: prefix() }, reloadDocument })
    // The old document keeps running for a moment and must not start anything.
    if (reloadDocument) await new Promise(() => {})
    announceLogOut(store)
  }
  let wasIn = store.get(sessionAtom).isAuthenticated
  store.sub(sessionAtom, () => {
    const { isAuthenticated, accountId } = store.get(sessionAtom)
    if (wasIn && !isAuthenticated) {
      store.set(leavingAtom, true)
      // After a log-out there is no account; a session that cannot be renewed keeps its account.
      if (accountId === null) rememberLogOut()
      void goToLogin().finally(() => store.set(leavingAtom, false))
    }
    wasIn = isAuthenticated
  })
}

// If the browser refuses storage, the log-out continues without the announcement.
function rememberLogOut(): void {
  try {
    sessionStorage.setItem(LOGGED_OUT_KEY, '1')
  } catch {}
}

function takeRememberedLogOut(): boolean {
  try {
    const isNoted = sessionStorage.getItem(LOGGED_OUT_KEY) !== null
    sessionStorage.removeItem(LOGGED_OUT_KEY)
    return isNoted
  } catch {
    return false
  }
}

/** Announces the log-out once, and moves focus to the new page. */
export function announceLogOut(store: Store): void {
  if (!takeRememberedLogOut()) return
  store.set(showToastAtom, { text: store.get(servicesAtom).translate(texts.loggedOut) })
  if (document.activeElement === document.body) document.querySelector('h1')?.focus()
}

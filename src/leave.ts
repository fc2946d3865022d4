import type { LocalePrefix } from './i18n/locales.ts'
import { texts } from './i18n/texts.ts'
import { canLoadDocument } from './install/signInDocument.ts'
import type { AppRouter } from './router.tsx'
import { showToastAtom } from './state/announcements.ts'
import { servicesAtom } from './state/services.ts'
import { leavingAtom, logOutUnderWayAtom, sessionAtom } from './state/session/session.ts'
import type { Store } from './state/store.ts'

type Parts = { store: Store; router: AppRouter; prefix(): LocalePrefix }

/** Set in this tab's storage from a log-out until the sign-in page, most often a new document, has told of it. */
const LOGGED_OUT_KEY = 'lotwatch.loggedOut'

/**
 * Logout, here or in another tab, and a session that cannot be renewed lead to the sign-in page. Watches from the first
 * paint on: a user who logged out earlier would stay on the page and become a guest there.
 */
export function leaveWhenLoggedOut({ store, router, prefix }: Parts): void {
  const goToLogin = async () => {
    const reloadDocument = canLoadDocument()
    // The new document reads what is stored: the last person must be gone from there.
    if (reloadDocument) await store.get(logOutUnderWayAtom)
    await router.navigate({ to: '/{-$locale}/login', params: { locale: prefix() }, reloadDocument })
    // The old document goes on for a moment, and must begin nothing.
    if (reloadDocument) await new Promise(() => {})
    tellOfLogOut(store)
  }
  let wasIn = store.get(sessionAtom).isAuthenticated
  store.sub(sessionAtom, () => {
    const { isAuthenticated, accountId } = store.get(sessionAtom)
    if (wasIn && !isAuthenticated) {
      store.set(leavingAtom, true)
      // A session that cannot be renewed keeps its account.
      if (accountId === null) noteLogOut()
      void goToLogin().finally(() => store.set(leavingAtom, false))
    }
    wasIn = isAuthenticated
  })
}

// A browser that refuses storage throws: the log-out goes on, and is not told of.
function noteLogOut(): void {
  try {
    sessionStorage.setItem(LOGGED_OUT_KEY, '1')
  } catch {}
}

function takeLogOutNote(): boolean {
  try {
    const isNoted = sessionStorage.getItem(LOGGED_OUT_KEY) !== null
    sessionStorage.removeItem(LOGGED_OUT_KEY)
    return isNoted
  } catch {
    return false
  }
}

/** Says once that the user has been logged out, and puts the keyboard on the page that this led to. */
export function tellOfLogOut(store: Store): void {
  if (!takeLogOutNote()) return
  store.set(showToastAtom, { text: store.get(servicesAtom).translate(texts.loggedOut) })
  if (document.activeElement === document.body) document.querySelector('h1')?.focus()
}

import type { LocalePrefix } from './i18n/locales.ts'
import { canLoadDocument } from './install/signInDocument.ts'
import type { AppRouter } from './router.tsx'
import { leavingAtom, logOutUnderWayAtom, sessionAtom } from './state/session/session.ts'
import type { Store } from './state/store.ts'

type Parts = { store: Store; router: AppRouter; prefix(): LocalePrefix }

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
  }
  let wasIn = store.get(sessionAtom).isAuthenticated
  store.sub(sessionAtom, () => {
    const { isAuthenticated } = store.get(sessionAtom)
    if (wasIn && !isAuthenticated) {
      store.set(leavingAtom, true)
      void goToLogin().finally(() => store.set(leavingAtom, false))
    }
    wasIn = isAuthenticated
  })
}

/** Wiring only: stored snapshot → store → session → router → first paint → worker and live events. */
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './components/base.css'
import { createServices } from './createServices.ts'
import { takePageData } from './features/landing/pageData.ts'
import { activate, createI18n } from './i18n/activate.ts'
import { localeOfPath, prefixOfLocale } from './i18n/locales.ts'
import { keepInstallPrompt } from './install/prompt.ts'
import { reloadOnLoadErrors } from './install/reload.ts'
import { createPolicies } from './install/trustedTypes.ts'
import { leaveWhenLoggedOut } from './leave.ts'
import { HYDRATE_DEADLINE_MS, IDLE_DEADLINE_MS } from './limits.ts'
import { lazyStorage } from './offline/storage/lazyStorage.ts'
import { hydrate, mirror } from './persistence.ts'
import { followTheme } from './preferences/theme.ts'
import { createAppRouter } from './router.tsx'
import { servicesAtom } from './services/services.ts'
import { changeSessionAtom } from './session/session.ts'
import { isInShell } from './shell/shell.ts'
import { createStore } from './store/store.ts'

const CHANNEL = 'lotwatch'

createPolicies()
const i18n = createI18n()
const channel = new BroadcastChannel(CHANNEL)
const servicesOf = createServices({ i18n, channel })
const store = createStore((user, left, whole) => user.set(servicesAtom, servicesOf(user, left, whole)))

const router = createAppRouter({ context: { i18n, store, origin: location.origin } })
reloadOnLoadErrors(() => router.state.status === 'pending')
keepInstallPrompt(store)

// If the browser's storage hangs, show an empty app instead of nothing.
const tooLate = new Promise<void>((resolve) => setTimeout(resolve, HYDRATE_DEADLINE_MS))
await Promise.all([
  Promise.race([hydrate(store, lazyStorage), tooLate]),
  activate(i18n, localeOfPath(location.pathname), location.pathname),
])
takePageData(store, document)
store.set(changeSessionAtom, { isWebView: isInShell() })
followTheme(store)
mirror(store, lazyStorage, channel)
const parts = { store, router, prefix: () => prefixOfLocale(localeOfPath(location.pathname)) }
leaveWhenLoggedOut(parts)
await router.load()

const page = document.getElementById('app')
if (!page) throw new Error('The page has no place for the app.')
for (const element of document.head.querySelectorAll('[data-pre]')) element.remove()
createRoot(page).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)

// Work that the first paint does not need.
const beginRest = () => void startRest()
if ('requestIdleCallback' in globalThis) requestIdleCallback(beginRest, { timeout: IDLE_DEADLINE_MS })
else setTimeout(beginRest)

async function startRest(): Promise<void> {
  const { startBackground } = await import('./background.ts')
  startBackground(parts)
}

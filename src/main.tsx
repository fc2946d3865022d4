/** Wiring only: stored snapshot → store → session → router → first paint → worker and live events. */
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './components/base.css'
import { activate, createI18n } from './i18n/activate.ts'
import { localeOfPath, prefixOfLocale } from './i18n/locales.ts'
import { keepInstallPrompt } from './install/prompt.ts'
import { reloadOnLoadErrors } from './install/reload.ts'
import { createPolicies } from './install/trustedTypes.ts'
import { leaveWhenLoggedOut } from './leave.ts'
import { HYDRATE_DEADLINE_MS, IDLE_DEADLINE_MS } from './limits.ts'
import { createAppRouter } from './router.tsx'
import { createServices } from './services.ts'
import { isInShell } from './shell/shell.ts'
import { takePageData } from './state/pageData.ts'
import { hydrate, mirror } from './state/persistence.ts'
import { servicesAtom } from './state/services.ts'
import { changeSessionAtom } from './state/session/session.ts'
import { createStore } from './state/store.ts'
import { followTheme } from './state/theme.ts'
import { lazyStorage } from './storage/lazyStorage.ts'

const CHANNEL = 'lotwatch'

createPolicies()
const i18n = createI18n()
const channel = new BroadcastChannel(CHANNEL)
const servicesOf = createServices({ i18n, channel })
const store = createStore((person, left, whole) => person.set(servicesAtom, servicesOf(person, left, whole)))

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

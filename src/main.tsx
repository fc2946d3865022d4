/** Wiring only: stored snapshot → store → session → router → first paint → worker and live events. */
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { exchangeToken } from './api/auth.ts'
import { call } from './api/call.ts'
import { createClient } from './api/client.ts'
import './components/base.css'
import { activate, createI18n } from './i18n/activate.ts'
import { localeOfPath, prefixOfLocale } from './i18n/locales.ts'
import { createLazyIdentity } from './identity/lazy.ts'
import { keepInstallPrompt } from './install/prompt.ts'
import { reloadOnLoadErrors } from './install/reload.ts'
import { createPolicies } from './install/trustedTypes.ts'
import { HYDRATE_DEADLINE_MS } from './limits.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createAppRouter } from './router.tsx'
import { askShell, isInShell } from './shell/bridge.ts'
import { edgesAtom } from './state/edges.ts'
import { outboxEntriesAtom } from './state/outbox.ts'
import { takeConfirmedAtom } from './state/outboxResults.ts'
import { hydrate, mirror } from './state/persistence.ts'
import { changeSessionAtom, sessionAtom } from './state/session/session.ts'
import { renewTokenAtom } from './state/session/signIn.ts'
import { createStore } from './state/store.ts'
import { followTheme } from './state/theme.ts'
import { storage } from './storage/storage.ts'

const CHANNEL = 'lotwatch'

createPolicies()
const store = createStore()
const i18n = createI18n()
const channel = new BroadcastChannel(CHANNEL)
const client = createClient({ token: () => store.get(sessionAtom).token, renew: () => store.set(renewTokenAtom) })
const outbox = createOutbox({
  storage,
  client,
  now: Date.now,
  onChange: (entries) => store.set(outboxEntriesAtom, entries),
  onDone: (entry, answer) => store.set(takeConfirmedAtom, entry, answer),
})
store.set(edgesAtom, {
  client,
  storage,
  outbox,
  identity: createLazyIdentity(() => call('readConfig', {})),
  exchange: exchangeToken,
  translate: (text) => i18n._(text),
  now: Date.now,
  tellTabs: () => channel.postMessage('changed'),
  askShell: isInShell() ? askShell : null,
})

const router = createAppRouter({ context: { i18n, store, origin: location.origin } })
reloadOnLoadErrors(() => router.state.status === 'pending')
keepInstallPrompt(store)

// A browser whose storage hangs shows an empty app late rather than nothing for ever.
const tooLate = new Promise<void>((resolve) => setTimeout(resolve, HYDRATE_DEADLINE_MS))
await Promise.all([Promise.race([hydrate(store, storage), tooLate]), activate(i18n, localeOfPath(location.pathname))])
store.set(changeSessionAtom, { isWebView: isInShell() })
followTheme(store)
mirror(store, storage, channel)
await router.load()

const page = document.getElementById('app')
if (!page) throw new Error('The page has no place for the app.')
for (const element of document.head.querySelectorAll('[data-pre]')) element.remove()
createRoot(page).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)

// Everything that the first paint does not need.
const whenIdle: (work: () => void) => void = globalThis.requestIdleCallback ?? setTimeout
whenIdle(async () => {
  const { startBackground } = await import('./background.ts')
  startBackground({ store, router, drain: outbox.drain, prefix: () => prefixOfLocale(localeOfPath(location.pathname)) })
})

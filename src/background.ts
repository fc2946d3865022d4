/** Background work that starts after the first paint. */

import { stayLive } from './data/liveConnection.ts'
import { changesOf } from './data/topics.ts'
import { refreshFiltersAtom } from './features/filters/filters.ts'
import type { LocalePrefix } from './i18n/locales.ts'
import { onRevisit } from './install/revisit.ts'
import { startWorker } from './install/worker.ts'
import { announceLogOut } from './leave.ts'
import { takeLiveEventAtom } from './liveEvents.ts'
import { waitingCountAtom } from './offline/outbox/entries.ts'
import { drainWhenPossible } from './offline/outbox/triggers.ts'
import { keepDeviceRegistered } from './push/keep.ts'
import { goToPendingPath, listenToWorker } from './push/opened.ts'
import type { AppRouter } from './router.tsx'
import { servicesAtom } from './services/services.ts'
import { keepLocaleSaved } from './session/language.ts'
import { createShellActions } from './shell/actions.ts'
import { listenToShell } from './shell/bridge.ts'
import { isInShell } from './shell/shell.ts'
import type { Store } from './store/store.ts'

type Background = { store: Store; router: AppRouter; prefix(): LocalePrefix }

export function startBackground({ store, router, prefix }: Background): void {
  const goToPath = (path: string) => void router.navigate({ href: path })
  const goToOverview = () => router.navigate({ to: '/{-$locale}/overview', params: { locale: prefix() } })
  void startWorker(store)
  stayLive(store, (event) => store.set(takeLiveEventAtom, event))
  keepLocaleSaved(store)
  const drain = () => store.get(servicesAtom).outbox.drain()
  drainWhenPossible({ drain, isWaiting: () => store.get(waitingCountAtom) > 0 }, (cause) => store.set(refreshFiltersAtom, cause))
  store.sub(changesOf('filters'), () => void store.set(refreshFiltersAtom, 'sent'))
  sendLogOutsWhenPossible(store)
  announceLogOut(store)
  void goToPendingPath(store, goToPath)
  listenToWorker(goToPath)
  keepDeviceRegistered(store)
  if (isInShell()) listenToShell(createShellActions(store, () => void goToOverview()))
}

/** Ends sessions on the server that were logged out offline: at the start, when the network returns or the page is shown. */
function sendLogOutsWhenPossible(store: Store): void {
  const send = () => {
    const { logOuts } = store.get(servicesAtom)
    void logOuts.send().catch((error: unknown) => console.warn('Log-outs could not be sent.', error))
  }
  if (navigator.onLine && !document.hidden) send()
  onRevisit(send)
}

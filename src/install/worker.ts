import type { Workbox } from 'workbox-window'
import { BUILD_WORKER_WAIT_MS } from '../limits.ts'
import type { Store } from '../store/store.ts'
import { watchBuild } from './build.ts'
import { offeredBuildAtom } from './offer.ts'
import { hasReloadedFor, reloadForBuild } from './reload.ts'
import { workerUrl } from './trustedTypes.ts'

/**
 * Registers the worker at the site root and offers new builds: the manifest names another build, the browser checks for a new
 * worker, which waits until the user agrees; it then takes over and the page reloads. Without a worker, offers a plain reload.
 */
export async function startWorker(store: Store): Promise<void> {
  const workbox = await register()
  let newest: string | undefined
  let hasAgreed = false

  const offerPlainReload = (buildId: string) => {
    if (hasReloadedFor(buildId)) return
    store.set(offeredBuildAtom, (before) => before ?? { buildId, apply: () => reloadForBuild(buildId) })
  }
  const offerWaiting = () => {
    const buildId = newest ?? 'waiting'
    const apply = () => {
      hasAgreed = true
      workbox?.messageSkipWaiting()
    }
    store.set(offeredBuildAtom, { buildId, apply })
  }

  if (workbox) {
    workbox.addEventListener('waiting', offerWaiting)
    workbox.addEventListener('controlling', () => {
      const offer = store.get(offeredBuildAtom)
      if (!offer) return
      // The user agreed in another tab. With unsaved input, this tab offers the reload instead of forcing it.
      if (!hasAgreed && hasUnsavedInput()) store.set(offeredBuildAtom, { ...offer, apply: () => reloadForBuild(offer.buildId) })
      else reloadForBuild(offer.buildId)
    })
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration?.waiting && navigator.serviceWorker.controller) offerWaiting()
  }

  watchBuild((buildId) => {
    newest = buildId
    if (!workbox) return offerPlainReload(buildId)
    void workbox.update().catch(() => undefined)
    setTimeout(() => offerPlainReload(buildId), BUILD_WORKER_WAIT_MS)
  })
}

/** Undefined where workers are unsupported or blocked: everything but push and offline start works without one. */
async function register(): Promise<Workbox | undefined> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return undefined
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(workerUrl() as string, { updateViaCache: 'none' })
  try {
    return (await workbox.register()) ? workbox : undefined
  } catch (error) {
    console.warn('The service worker could not be registered.', error)
    return undefined
  }
}

/** Forms with unsaved input have this attribute; an update must not discard their text. */
const hasUnsavedInput = () => document.querySelector('[data-unsaved]') !== null

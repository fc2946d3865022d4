import { servicesAtom } from '../services/services.ts'
import { isStale } from '../session/cachedAuctions.ts'
import { hasSessionAtom } from '../session/session.ts'
import type { Store } from '../store/store.ts'
import type { createResource } from './resource.ts'

type Loading = {
  /** When the data was loaded last, epoch milliseconds; null if never. */
  asOf: number | null
  load(): unknown
  /** Whether it needs no session. */
  isOpen?: boolean
}

/**
 * For a route's loader: starts to load the stale ones of what its screen shows, while the screen's code loads. Does not wait:
 * the screen shows stored data at once.
 */
export function startLoading(store: Store, loadings: readonly Loading[]): void {
  const hasSession = store.get(hasSessionAtom)
  const now = store.get(servicesAtom).now()
  for (const { asOf, load, isOpen = false } of loadings) {
    if ((isOpen || hasSession) && navigator.onLine && isStale(asOf, now)) void load()
  }
}

/** A resource as one of the above. */
export const loadingOf = <T>(
  store: Store,
  { atom, load }: Pick<ReturnType<typeof createResource<T>>, 'atom' | 'load'>,
): Loading => ({
  asOf: store.get(atom).asOf,
  load: () => store.set(load),
})

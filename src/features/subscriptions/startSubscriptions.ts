import { loadingOf, startLoading } from '../../data/startLoading.ts'
import type { Store } from '../../store/store.ts'
import { plans } from './plans.ts'
import { loadSubscriptionsAtom, subscriptions } from './subscriptions.ts'

/** Starts to load the plans and the user's own. */
export function startSubscriptions(store: Store): void {
  startLoading(store, [
    { ...loadingOf(store, plans), isOpen: true },
    { ...loadingOf(store, subscriptions), load: () => store.set(loadSubscriptionsAtom) },
  ])
}

import { loadingOf, startLoading } from '../../data/startLoading.ts'
import type { Store } from '../../store/store.ts'
import { startInbox } from '../auctions/index.ts'
import { startFilters } from '../filters/index.ts'
import { notificationSettings } from '../notifications/index.ts'
import { ENDING, NEWEST } from './queries.ts'

/** Starts to load what the overview sums up. */
export function startOverview(store: Store): void {
  startFilters(store)
  startInbox(store, NEWEST)
  startInbox(store, ENDING)
  startLoading(store, [loadingOf(store, notificationSettings)])
}

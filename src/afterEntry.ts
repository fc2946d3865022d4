import { loadStatsAtom } from './features/subscriptions/stats.ts'
import { loadSubscriptionsAtom } from './features/subscriptions/subscriptions.ts'
import { atom } from './store/store.ts'

/** What a new session loads at once, whatever page is open: the quota and the plan. */
export const afterEntryAtom = atom(null, (_get, set) => {
  void set(loadStatsAtom)
  void set(loadSubscriptionsAtom)
})

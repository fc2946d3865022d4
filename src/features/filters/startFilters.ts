import { loadingOf, startLoading } from '../../data/startLoading.ts'
import { filtersStatusAtom } from '../../session/cachedFilters.ts'
import type { Store } from '../../store/store.ts'
import { filterOptions, marketplaces } from '../marketplaces/index.ts'
import { loadFiltersAtom } from './filters.ts'

/** Starts to load the user's filters. */
export function startFilters(store: Store): void {
  startLoading(store, [{ asOf: store.get(filtersStatusAtom).asOf, load: () => store.set(loadFiltersAtom) }])
}

/** Starts to load what a filter can choose from. */
export function startFilterOptions(store: Store): void {
  startLoading(store, [loadingOf(store, filterOptions), { ...loadingOf(store, marketplaces), isOpen: true }])
}

import { loadingOf, startLoading } from '../../data/startLoading.ts'
import type { Store } from '../../store/store.ts'
import { filterOptions, marketplaces } from '../marketplaces/index.ts'
import { details } from './detail/details.ts'
import { inbox } from './inbox/inbox.ts'
import { type InboxSearch, keyOf, queryOf } from './inbox/query.ts'

/** Starts to load the inbox of a URL. */
export function startInbox(store: Store, search: InboxSearch): void {
  const query = queryOf(search)
  startLoading(store, [
    { asOf: store.get(inbox.atom).get(keyOf(query))?.asOf ?? null, load: () => store.set(inbox.refresh, query) },
    loadingOf(store, filterOptions),
    { ...loadingOf(store, marketplaces), isOpen: true },
  ])
}

/** Starts to load an auction. */
export function startAuction(store: Store, id: string): void {
  startLoading(store, [{ asOf: store.get(details.atom).get(id)?.asOf ?? null, load: () => store.set(details.load, id) }])
}

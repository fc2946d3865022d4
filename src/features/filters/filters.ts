import type { Filter } from '../../../contract/filter.ts'
import { runLoad } from '../../data/load.ts'
import { useAccount, useFresh } from '../../data/useFresh.ts'
import { outboxEntriesAtom } from '../../offline/outbox/entries.ts'
import type { Cause } from '../../offline/outbox/triggers.ts'
import type { OutboxEntry } from '../../offline/storage/records.ts'
import { servicesAtom } from '../../services/services.ts'
import { isStale } from '../../session/cachedAuctions.ts'
import { cachedFiltersAtom, filtersStatusAtom } from '../../session/cachedFilters.ts'
import { atom, useAtomValue, useSetAtom } from '../../store/store.ts'
import { listFilters } from './api.ts'

/** Enough for a list that changes during the load; more would indicate a loop. */
const MAX_LOAD_ATTEMPTS = 3

/** Loads the user's filters; a failure keeps the current ones. Concurrent loads share one request. */
export const loadFiltersAtom = atom(null, (get, set) =>
  runLoad(get, {
    key: 'filters',
    note: (change) => set(filtersStatusAtom, { ...get(filtersStatusAtom), ...change }),
    read: async (client) => {
      for (let attempt = 1; ; attempt += 1) {
        const known = get(cachedFiltersAtom)
        const listed = await listFilters(client)
        // Changes made during the load may be newer than this response.
        if (get(cachedFiltersAtom) !== known && attempt < MAX_LOAD_ATTEMPTS) continue
        set(cachedFiltersAtom, keepingUnsent(listed, get(cachedFiltersAtom), get(outboxEntriesAtom)))
        return {}
      }
    },
  }),
)

/** The user's filters for a screen, kept up to date. `retry` is for the error's button. */
export function useFilters() {
  const filters = useAtomValue(cachedFiltersAtom)
  const state = useAtomValue(filtersStatusAtom)
  const load = useSetAtom(loadFiltersAtom)
  // Reloading when the page is shown again is not left to the screen: it follows the sending of queued changes.
  useFresh({ ...state, load, isReady: useAccount() !== undefined, isLoadedOnOpen: true, isRevisited: false })
  return { ...state, filters, retry: () => void load() }
}

/** The server's list, with local versions of the filters that have unsent changes. */
function keepingUnsent(listed: readonly Filter[], shown: readonly Filter[], entries: readonly OutboxEntry[]): Filter[] {
  const unsent = new Set(entries.filter(({ state }) => state === 'waiting').map(({ subject }) => subject))
  if (unsent.size === 0) return [...listed]
  const shownById = new Map(shown.map((filter) => [filter.id, filter]))
  return listed.flatMap((filter) => (unsent.has(filter.id) ? (shownById.get(filter.id) ?? []) : [filter]))
}

/**
 * Reloads the filters, if a screen has loaded them before: when the page becomes visible, the network returns, or queued
 * changes have been sent.
 */
export const refreshFiltersAtom = atom(null, async (get, set, cause: Cause) => {
  const { status, asOf } = get(filtersStatusAtom)
  const isCurrent = cause === 'visible' && (status === 'loading' || !isStale(asOf, get(servicesAtom).now()))
  if (status === 'idle' || isCurrent) return
  // A reading under way may be failing for want of the network, or have been answered before the changes arrived.
  if (status === 'loading') await set(loadFiltersAtom)
  await set(loadFiltersAtom)
})

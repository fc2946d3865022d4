import type { Filter } from '../../../contract/filter.ts'
import { type ApiErrorCode, errorCode } from '../../api/errors.ts'
import { listFilters } from '../../api/filters.ts'
import { cachedFiltersAtom } from '../cachedFilters.ts'
import { edgesAtom } from '../edges.ts'
import { atom } from '../store.ts'

type Status = { status: 'idle' | 'loading' | 'ready' | 'failed'; code: ApiErrorCode | undefined; asOf: number | null }

export const filtersStatusAtom = atom<Status>({ status: 'idle', code: undefined, asOf: null })

/** Reads the user's filters; a failure keeps those that are known. */
export const loadFiltersAtom = atom(null, async (get, set) => {
  const { client, now } = get(edgesAtom)
  const { asOf } = get(filtersStatusAtom)
  set(filtersStatusAtom, { status: 'loading', code: undefined, asOf })
  try {
    set(cachedFiltersAtom, await listFilters(client))
    set(filtersStatusAtom, { status: 'ready', code: undefined, asOf: now() })
  } catch (error) {
    set(filtersStatusAtom, { status: 'failed', code: errorCode(error), asOf })
  }
})

/** Puts a filter in the place of its older self, or at the end. */
export const keepFilterAtom = atom(null, (get, set, filter: Filter) => {
  const filters = get(cachedFiltersAtom)
  const isKnown = filters.some(({ id }) => id === filter.id)
  set(cachedFiltersAtom, isKnown ? filters.map((known) => (known.id === filter.id ? filter : known)) : [...filters, filter])
})

export const dropFilterAtom = atom(null, (get, set, id: string) => {
  set(
    cachedFiltersAtom,
    get(cachedFiltersAtom).filter((filter) => filter.id !== id),
  )
})

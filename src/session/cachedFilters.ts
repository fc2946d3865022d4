import type { Filter } from '../../contract/filter.ts'
import type { ApiErrorCode } from '../api/errors.ts'
import { atom } from '../store/store.ts'

/** The user's filters as last loaded or changed; stored for offline use. */
export const cachedFiltersAtom = atom<readonly Filter[]>([])

/** State of the last load. `asOf`: when the filters were loaded, `triedAt`: when that was begun; epoch milliseconds, null if never. */
type Status = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  code: ApiErrorCode | undefined
  asOf: number | null
  triedAt: number | null
}

const NEVER_READ: Status = { status: 'idle', code: undefined, asOf: null, triedAt: null }
export const filtersStatusAtom = atom<Status>(NEVER_READ)

/** Replaces the filter with the same id, or appends it. */
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

import type { Filter } from '../../contract/filter.ts'
import { atom } from './store.ts'

/** The user's filters as last read or changed; kept for reading offline. */
export const cachedFiltersAtom = atom<readonly Filter[]>([])

import { DEFAULTS } from '../storage/defaults.ts'
import type { Preferences, Theme } from '../storage/records.ts'
import { atom, browserAtom } from './store.ts'

/** What belongs to this browser and not to the person. */
export const preferencesAtom = browserAtom<Preferences>(DEFAULTS.preferences)

export const changePreferencesAtom = atom(null, (get, set, change: Partial<Preferences>) => {
  set(preferencesAtom, { ...get(preferencesAtom), ...change })
})

export const themeAtom = atom<Theme>((get) => get(preferencesAtom).theme)

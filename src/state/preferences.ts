import { type Preferences, records, type Theme } from '../storage/records.ts'
import { atom } from './store.ts'

/** What belongs to this browser and not to the person. */
export const preferencesAtom = atom<Preferences>(records.preferences.fallback)

export const changePreferencesAtom = atom(null, (get, set, change: Partial<Preferences>) => {
  set(preferencesAtom, { ...get(preferencesAtom), ...change })
})

export const themeAtom = atom<Theme>((get) => get(preferencesAtom).theme)

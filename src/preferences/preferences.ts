import type { Preferences } from '../offline/storage/browserRecords.ts'
import { DEFAULTS } from '../offline/storage/defaults.ts'
import type { Theme } from '../offline/storage/themes.ts'
import { atom, browserAtom } from '../store/store.ts'

/** Settings of this browser, not of the user. */
export const preferencesAtom = browserAtom<Preferences>(DEFAULTS.preferences)

export const changePreferencesAtom = atom(null, (get, set, change: Partial<Preferences>) => {
  set(preferencesAtom, { ...get(preferencesAtom), ...change })
})

export const themeAtom = atom<Theme>((get) => get(preferencesAtom).theme)

export const shortcutsAtom = atom((get) => get(preferencesAtom).shortcuts)

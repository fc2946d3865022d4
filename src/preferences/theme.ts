import type { Store } from '../store/store.ts'
import { themeAtom } from './preferences.ts'

/** Applies the chosen theme to the document; "system" leaves it to the browser. */
export function followTheme(store: Store): void {
  const apply = () => {
    const theme = store.get(themeAtom)
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
  apply()
  store.sub(themeAtom, apply)
}

import { atom, browserAtom } from '../store/store.ts'

/** A newer build that the app can switch to. */
type Offer = {
  buildId: string
  /** Switches to it by reloading the page. */
  apply(): void
}

export const offeredBuildAtom = browserAtom<Offer | null>(null)

export const applyBuildAtom = atom(null, (get) => get(offeredBuildAtom)?.apply())

import { atom, browserAtom } from '../state/store.ts'

/** A newer build that can be switched to. */
export type Offer = {
  buildId: string
  /** Switches to it: the page reloads. */
  apply(): void
}

export const offeredBuildAtom = browserAtom<Offer | null>(null)

export const applyBuildAtom = atom(null, (get) => get(offeredBuildAtom)?.apply())

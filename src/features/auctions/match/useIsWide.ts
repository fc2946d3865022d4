import { useSyncExternalStore } from 'react'

/** The same breakpoint as in AuctionsScreen.module.css: from this width up an auction opens beside the list. */
const wide = () => matchMedia('(width >= 960px)')

function subscribe(listener: () => void): () => void {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the inbox shows list and auction side by side. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => false,
  )

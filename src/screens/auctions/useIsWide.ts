import { useSyncExternalStore } from 'react'

/** The same width as in AuctionsScreen.module.css: from here on an auction opens beside the list and not instead of it. */
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

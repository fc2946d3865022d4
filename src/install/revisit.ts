export type Revisit = 'visible' | 'online'

/** Calls back when the page becomes visible or the network returns, while both hold. Returns a function that stops it. */
export function onRevisit(listener: (cause: Revisit) => void): () => void {
  const call = (cause: Revisit) => {
    if (navigator.onLine && !document.hidden) listener(cause)
  }
  const onVisible = () => call('visible')
  const onOnline = () => call('online')
  document.addEventListener('visibilitychange', onVisible)
  addEventListener('online', onOnline)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('online', onOnline)
  }
}

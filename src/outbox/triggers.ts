type Cause = 'online' | 'visible'

/**
 * Sends what waits when it is worth another try: at the start, with the network, with the page, and when the worker is
 * woken. What the server holds is read again only afterwards: read earlier, it would lack what was just sent.
 */
export function drainWhenPossible(drain: () => Promise<void>, readAgain: (cause: Cause) => Promise<void>): () => void {
  const go = async (cause?: Cause) => {
    if (!navigator.onLine || document.hidden) return
    await drain()
    if (cause) await readAgain(cause)
  }
  const onOnline = () => void go('online')
  const onVisible = () => void go('visible')
  const onMessage = () => void go()
  void go()
  addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', onVisible)
  navigator.serviceWorker?.addEventListener('message', onMessage)
  return () => {
    removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', onVisible)
    navigator.serviceWorker?.removeEventListener('message', onMessage)
  }
}

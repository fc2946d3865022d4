/** Why what the server holds is read again. */
export type Cause = 'online' | 'visible' | 'sent'

type Outbox = {
  drain(): Promise<void>
  /** Whether changes wait to be sent, by this tab or another. */
  isWaiting(): boolean
}

/**
 * Sends what waits when it is worth another try: at the start, with the network, with the page, and when the worker is
 * woken. What the server holds is read again only afterwards: read earlier, it would lack what was just sent.
 */
export function drainWhenPossible({ drain, isWaiting }: Outbox, readAgain: (cause: Cause) => Promise<void>): () => void {
  const go = async (trigger?: 'online' | 'visible') => {
    if (!navigator.onLine || document.hidden) return
    // Another tab may be sending it: its news of that can come before this tab listens.
    const cause = trigger ?? (isWaiting() ? 'sent' : undefined)
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

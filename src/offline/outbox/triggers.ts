/** Why data is reloaded from the server. */
export type Cause = 'online' | 'visible' | 'sent'

type Outbox = {
  drain(): Promise<void>
  /** Whether there are unsent changes, of this tab or another. */
  isWaiting(): boolean
}

/**
 * Sends queued changes at the start, when the network returns, when the page becomes visible, and when the worker wakes.
 * Data is reloaded only afterwards; earlier responses would lack the changes just sent.
 */
export function drainWhenPossible({ drain, isWaiting }: Outbox, readAgain: (cause: Cause) => Promise<void>): () => void {
  const go = async (trigger?: 'online' | 'visible') => {
    if (!navigator.onLine || document.hidden) return
    // Another tab may be sending them, and its broadcast may come before this tab listens.
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

import { onRevisit, type Revisit } from '../../install/revisit.ts'

/** Why data is reloaded from the server. */
export type Cause = Revisit | 'sent'

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
  const go = async (trigger?: Revisit) => {
    if (!navigator.onLine || document.hidden) return
    // Another tab may be sending them, and its broadcast may come before this tab listens.
    const cause = trigger ?? (isWaiting() ? 'sent' : undefined)
    await drain()
    if (cause) await readAgain(cause)
  }
  const onMessage = () => void go()
  void go()
  const stop = onRevisit((cause) => void go(cause))
  navigator.serviceWorker?.addEventListener('message', onMessage)
  return () => {
    stop()
    navigator.serviceWorker?.removeEventListener('message', onMessage)
  }
}

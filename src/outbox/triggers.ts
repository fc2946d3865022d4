/** When waiting changes are worth another try: at the start, with the network, with the page, and when the worker is woken. */
export function drainWhenPossible(drain: () => Promise<void>): () => void {
  const go = () => {
    if (navigator.onLine && !document.hidden) void drain()
  }
  go()
  addEventListener('online', go)
  document.addEventListener('visibilitychange', go)
  navigator.serviceWorker?.addEventListener('message', go)
  return () => {
    removeEventListener('online', go)
    document.removeEventListener('visibilitychange', go)
    navigator.serviceWorker?.removeEventListener('message', go)
  }
}

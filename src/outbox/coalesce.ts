/**
 * Runs one at a time. Calls that come during a run share one more run after it: the one under way may have begun too early
 * for what they are about, or be failing for want of a network that is just back.
 * @param run must not reject
 * @returns resolves after a run that began no earlier than the call
 */
export function coalesce(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  return function call(): Promise<void> {
    if (running) {
      next ??= running.then(() => {
        next = undefined
        return call()
      })
      return next
    }
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
}

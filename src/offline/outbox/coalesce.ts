/**
 * Runs one at a time. Calls during a run share one further run after it: the current one may have started before their
 * change, or be failing because the network was down.
 * @param run must not reject
 * @returns resolves after a run that started no earlier than the call
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

import { EXCHANGE_LOCK_WAIT_MS } from '../../limits.ts'

const LOCK = 'lotwatch exchange'

/**
 * Runs work that ends the token of all tabs while no other tab does. A tab that was put to sleep must not stop the others
 * for ever: after a while the work runs all the same. Old web views know no locks, and have no tabs.
 */
export async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator
  if (!locks) return work()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(EXCHANGE_LOCK_WAIT_MS) }, begin)
  } catch (error) {
    if (hasBegun) throw error
    return work()
  }
}

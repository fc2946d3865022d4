import { EXCHANGE_LOCK_WAIT_MS } from '../limits.ts'

const LOCK = 'lotwatch exchange'

/**
 * Runs work that invalidates the token of all tabs, in one tab at a time. If a suspended tab holds the lock too long, the work
 * runs without it. Old web views have no locks, but no tabs either.
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

import { SECOND_MS } from '../../../contract/time.ts'

/** Interval between sends that wait for the same provider, so that a backlog does not overload a provider that recovers. */
const SPACING_MS = 5
const SWEEP_MS = SECOND_MS

export type RoundRobin = {
  /** Milliseconds until this user's next slot, which is not before `earliest` (ms since 1970). */
  after(userId: string, earliest: number): number
}

/**
 * Round-robin schedule of waiting sends: one slot per user and round, `SPACING_MS` apart, so that one user's first send does not
 * wait behind thousands of another's.
 * @param now ms since 1970
 */
export function createRoundRobin(now: () => number): RoundRobin {
  const lastOf = new Map<string, number>()
  let sweptAt = 0

  function forgetPast(): void {
    if (now() - sweptAt < SWEEP_MS) return
    sweptAt = now()
    for (const [userId, at] of lastOf) if (at < now()) lastOf.delete(userId)
  }

  return {
    after(userId, earliest) {
      forgetPast()
      const roundMs = SPACING_MS * Math.max(1, lastOf.size)
      const last = lastOf.get(userId)
      const at = last === undefined ? earliest + SPACING_MS * lastOf.size : Math.max(earliest, last + roundMs)
      lastOf.set(userId, at)
      return at - now()
    },
  }
}

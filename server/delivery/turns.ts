import { SECOND_MS } from '../../contract/time.ts'

/** Between any two sends that wait for the same provider, so that a backlog does not come down on one that recovers. */
export const SPACING_MS = 5
const SWEEP_MS = SECOND_MS

export type Turns = {
  /** Milliseconds until this user's next turn, which is not before `earliest` (ms since 1970). */
  after(userId: string, earliest: number): number
}

/**
 * Hands out times to those who wait, round by round: each user has one turn a round, so that the first of one user does not
 * stand behind the thousands of another.
 * @param now ms since 1970
 */
export function createTurns(now: () => number): Turns {
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

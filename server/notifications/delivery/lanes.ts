const SHARE_OF_USER = 1 / 8
/** Slots that one user may occupy at a time, over all processes. */
export const slotsOfUser = (slots: number): number => Math.max(1, Math.floor(slots * SHARE_OF_USER))

/** How many alerts of one user count towards the burst that lowers the rank of later users' alerts. */
const COUNTED_ALERTS = 5
/**
 * Rank of the backlog of a provider that was unreachable. It may contain tens of thousands of jobs; other retries and digests
 * need not wait for all of them.
 */
export const BACKLOG_RANK = 50

/** Ranks beyond this are equal. */
const LAST_RANK = 10_000

/** Alerts of one matcher step that share a base rank; each further group of this size ranks one lower. */
const ALERTS_PER_RANK = 100

/**
 * Ranks alerts of one channel that are enqueued together, in the order of the calls; 0 is first. Round-robin between users: the
 * first alerts of all users precede the second ones of any.
 * @param waiting how many alerts of a user are queued already
 */
export function createRanking(waiting: (userId: string) => number): (userId: string) => number {
  const ranks = new Map<string, number>()
  let ahead = 0
  return (userId) => {
    const rank = ranks.get(userId) ?? waiting(userId)
    ranks.set(userId, rank + 1)
    // A burst ranks lower the longer it gets, so that a single alert of another user overtakes its rest. Only the first alerts
    // of each user count, so that one user with many alerts does not lower the rank of others.
    const behind = Math.floor(ahead / ALERTS_PER_RANK)
    if (rank < COUNTED_ALERTS) ahead++
    return Math.min(rank + behind, LAST_RANK)
  }
}

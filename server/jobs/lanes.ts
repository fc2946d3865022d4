import type { Channel } from '../../contract/notifications.ts'

/**
 * Lanes: separate queues with their own workers, so that none delays another. `now`: first attempts of alerts. `later`: retries,
 * the backlog of an outage and digests. `slow`: users with slow targets.
 */
export const LANES = ['now', 'later', 'slow'] as const
export type Lane = (typeof LANES)[number]

/** Concurrent sends of one process. Enough that targets that hold a send until its deadline leave slots for others. */
export const SLOTS: Readonly<Record<Lane, Record<Channel, number>>> = {
  now: { webPush: 64, email: 16, discord: 32, webhook: 32 },
  later: { webPush: 16, email: 4, discord: 8, webhook: 8 },
  slow: { webPush: 16, email: 4, discord: 8, webhook: 8 },
}

const SHARE_OF_USER = 1 / 8
/** Slots that one user may occupy at a time, over all processes. */
export const slotsOfUser = (slots: number): number => Math.max(1, Math.floor(slots * SHARE_OF_USER))

/** How many alerts of one user count towards the burst that lowers the rank of later users' alerts. */
const COUNTED_ALERTS = 5
const LOWEST_PRIORITY = -10_000
/**
 * Rank of the backlog of a provider that was unreachable. It may contain tens of thousands of jobs; other retries and digests
 * need not wait for all of them.
 */
export const BACKLOG_RANK = 50

/**
 * The queue's priority of a job; 0 is the highest. Round-robin between users: the first alerts of all users precede the second
 * ones of any.
 * @param rank how many of the user's jobs precede it, an integer
 */
export const priorityOf = (rank: number): number => Math.max(-rank, LOWEST_PRIORITY)

/** Alerts of one matcher step that share a base rank; each further group of this size ranks one lower. */
const ALERTS_PER_RANK = 100

/**
 * Ranks alerts of one channel that are enqueued together, in the order of the calls.
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
    return rank + behind
  }
}

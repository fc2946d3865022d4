import type { Channel } from '../../contract/notifications.ts'

/**
 * Lanes: separate queues with workers of their own, so that one never delays another. `now`: first tries of alerts. `later`:
 * retries, an outage's backlog and digests. `slow`: users whose targets answer slowly.
 */
export const LANES = ['now', 'later', 'slow'] as const
export type Lane = (typeof LANES)[number]

/** Concurrent sends of one process: enough that targets that keep a send until its deadline leave room for others. */
export const SLOTS: Readonly<Record<Lane, Record<Channel, number>>> = {
  now: { webPush: 64, email: 16, discord: 32, webhook: 32 },
  later: { webPush: 16, email: 4, discord: 8, webhook: 8 },
  slow: { webPush: 16, email: 4, discord: 8, webhook: 8 },
}

const SHARE_OF_USER = 1 / 8
/** Slots that one user may occupy at the same time, over all processes. */
export const slotsOfUser = (slots: number): number => Math.max(1, Math.floor(slots * SHARE_OF_USER))

/** Alerts of one user that add to the rank of later users' alerts; further ones do not. */
const COUNTED_ALERTS = 5
const LOWEST_PRIORITY = -10_000
/**
 * Rank of the backlog of a service that was unreachable. It may hold tens of thousands of jobs, and neither other retries nor
 * digests have to wait for all of them.
 */
export const BACKLOG_RANK = 50

/**
 * The queue's priority of a job, 0 the highest. Round-robin between users: the first alerts of all users go before the second
 * ones of any.
 * @param rank how many of its user's jobs go before it, a whole number
 */
export const priorityOf = (rank: number): number => Math.max(-rank, LOWEST_PRIORITY)

/** Alerts of one matcher step that share a base rank; each further batch of this size ranks one lower. */
const ALERTS_AT_ONCE = 100

/**
 * Ranks alerts of one channel that come at the same time, in the order in which the returned function is called.
 * @param waiting how many alerts of a user are queued already
 */
export function createRanking(waiting: (userId: string) => number): (userId: string) => number {
  const ranks = new Map<string, number>()
  let ahead = 0
  return (userId) => {
    const rank = ranks.get(userId) ?? waiting(userId)
    ranks.set(userId, rank + 1)
    // A burst ranks lower the longer it is, so that a single alert that comes meanwhile does not wait for all of it. Only the
    // first alerts of a user count as burst: one user with many does not lower the rank of others.
    const behind = Math.floor(ahead / ALERTS_AT_ONCE)
    if (rank < COUNTED_ALERTS) ahead++
    return rank + behind
  }
}

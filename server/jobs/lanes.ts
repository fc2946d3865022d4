import type { Channel } from '../../contract/notifications.ts'

/**
 * What comes at once has workers of its own: what was tried before or had to wait (an outage's backlog, targets that do not
 * answer) and what was gathered (all digests of an hour) holds none of it up, however much there is. `slow`: for users whose
 * targets answer slowly; they hold up each other only.
 */
export const LANES = ['now', 'later', 'slow'] as const
export type Lane = (typeof LANES)[number]

/** Sends under way at the same time: enough that those who answer slowly, each up to its deadline, leave room for the rest. */
export const SLOTS: Readonly<Record<Lane, Record<Channel, number>>> = {
  now: { webPush: 64, email: 16, discord: 32, webhook: 32 },
  later: { webPush: 16, email: 4, discord: 8, webhook: 8 },
  slow: { webPush: 16, email: 4, discord: 8, webhook: 8 },
}

const SHARE_OF_USER = 1 / 8
/** Of these slots, over all processes, one user has no more than this at a time. */
export const slotsOfUser = (slots: number): number => Math.max(1, Math.floor(slots * SHARE_OF_USER))

/** Users take turns: the first alerts of all go before the second ones of any. */
const ALERTS_A_RANK = 1
/** Alerts of a user beyond this count push nobody back. */
const COUNTED_ALERTS = 5
const LOWEST_PRIORITY = -10_000
/**
 * Of what waited for a service that was away: there may be tens of thousands of them, and neither what was refused once
 * elsewhere nor a digest is to wait for all of them.
 */
export const BACKLOG_RANK = 50

/** What is fetched first; 0 is the highest. @param rank how many of its user's have to go before it */
export const priorityOf = (rank: number): number => Math.max(-Math.floor(rank / ALERTS_A_RANK), LOWEST_PRIORITY)

/** So many alerts of one step of the matcher stand as high as their users do; the next as many stand behind, and so on. */
const ALERTS_AT_ONCE = 100

/**
 * Ranks alerts of one channel that come at the same time, in their order.
 * @param waiting how many of a user's wait already
 */
export function createRanking(waiting: (userId: string) => number): (userId: string) => number {
  const ranks = new Map<string, number>()
  let ahead = 0
  return (userId) => {
    const rank = ranks.get(userId) ?? waiting(userId)
    ranks.set(userId, rank + 1)
    // What comes in a flood takes long anyway; what comes alone meanwhile need not wait for all of it. A user who has much
    // to come stands behind by that, and pushes nobody back.
    const behind = Math.floor(ahead / ALERTS_AT_ONCE)
    if (rank < COUNTED_ALERTS) ahead++
    return rank + behind
  }
}

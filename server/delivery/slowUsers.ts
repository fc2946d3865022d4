import type { Channel } from '../../contract/notifications.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'

/** A user whose target takes this long to answer is slow, until one answers faster. */
const SLOW_MS = 2 * SECOND_MS
/** Only while others on the channel are fast: a slow provider makes no user slow. */
const OTHERS_FAST_WITHIN_MS = MINUTE_MS
/** What was seen of a user holds for this long. */
const MEMORY_MS = HOUR_MS
const MAX_USERS = 100_000

export type SlowUsers = {
  /** Whether it is known how fast this user's targets answer. */
  knows(channel: Channel, userId: string): boolean
  /**
   * Whether a send belongs among the slow ones. When it does not, it has to be followed by {@link end}.
   * @param slots of the lane: users of whom nothing is known have no more than half of them
   */
  start(channel: Channel, userId: string, slots: number): 'usual' | 'slow'
  /** @param ms how long the answer took; absent when nothing was sent after all */
  end(channel: Channel, userId: string, ms?: number): void
  /** The rank of this send among this user's that were moved to the slow lane lately, from 1: later ones stand behind others'. */
  noteMove(channel: Channel, userId: string): number
}

/**
 * Bulkhead: keeps slow targets from occupying everyone's slots. A user whose server keeps each call until its deadline
 * would otherwise hold all of them.
 * @param now ms since 1970
 */
export function createSlowUsers(now: () => number): SlowUsers {
  const known = new Map<string, { isSlow: boolean; at: number }>()
  const unknown = new Map<string, number>()
  const unknownOn = new Map<Channel, number>()
  const lastFast = new Map<Channel, number>()
  let moves = new Map<string, number>()
  let movesSince = now()

  function leaveUnknown(channel: Channel, key: string): void {
    const underWay = unknown.get(key)
    if (!underWay) return
    unknownOn.set(channel, (unknownOn.get(channel) ?? 1) - 1)
    if (underWay === 1) unknown.delete(key)
    else unknown.set(key, underWay - 1)
  }

  const recall = (channel: Channel, userId: string) => {
    const seen = known.get(`${channel} ${userId}`)
    return seen && now() - seen.at < MEMORY_MS ? seen : undefined
  }

  return {
    knows: (channel, userId) => recall(channel, userId) !== undefined,
    start(channel, userId, slots) {
      const key = `${channel} ${userId}`
      const seen = recall(channel, userId)
      if (seen) {
        const areOthersFast = now() - (lastFast.get(channel) ?? 0) < OTHERS_FAST_WITHIN_MS
        return seen.isSlow && areOthersFast ? 'slow' : 'usual'
      }
      const count = unknownOn.get(channel) ?? 0
      if (count >= slots / 2) return 'slow'
      unknownOn.set(channel, count + 1)
      unknown.set(key, (unknown.get(key) ?? 0) + 1)
      return 'usual'
    },
    end(channel, userId, ms) {
      const key = `${channel} ${userId}`
      leaveUnknown(channel, key)
      if (ms === undefined) return
      const isSlow = ms >= SLOW_MS
      if (!isSlow) lastFast.set(channel, now())
      known.delete(key)
      const [oldest] = known.keys()
      if (known.size >= MAX_USERS && oldest !== undefined) known.delete(oldest)
      known.set(key, { isSlow, at: now() })
    },
    noteMove(channel, userId) {
      if (now() - movesSince > MINUTE_MS) {
        moves = new Map()
        movesSince = now()
      }
      const key = `${channel} ${userId}`
      const count = (moves.get(key) ?? 0) + 1
      moves.set(key, count)
      return count
    },
  }
}

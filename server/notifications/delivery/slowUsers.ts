import type { Channel } from '../../../contract/notifications.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'

/** A user whose target takes this long to answer is slow until it answers faster. */
const SLOW_MS = 2 * SECOND_MS
/** Users are only slow while others on the channel are fast: a slow provider makes no user slow. */
const OTHERS_FAST_WITHIN_MS = MINUTE_MS
/** How long a measured speed counts. */
const MEMORY_MS = HOUR_MS
const MAX_USERS = 100_000

export type SlowUsers = {
  /** Whether the speed of this user's targets is known. */
  knows(channel: Channel, userId: string): boolean
  /**
   * Which lane a send belongs to. After `usual` the caller must call {@link end}.
   * @param slots of the lane: users of unknown speed may use at most half of them
   */
  start(channel: Channel, userId: string, slots: number): 'usual' | 'slow'
  /** @param ms how long the answer took; absent when nothing was sent */
  end(channel: Channel, userId: string, ms?: number): void
  /**
   * The rank, from 1, of this send among the user's sends that moved to the slow lane lately: later ones rank behind other
   * users'.
   */
  noteMove(channel: Channel, userId: string): number
}

/**
 * Bulkhead: keeps slow targets from occupying everyone's slots. A user whose server holds each call until its deadline would
 * otherwise occupy all of them.
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

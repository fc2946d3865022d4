import { MINUTE_MS } from '../../../contract/time.ts'

/** Reports count for this long. */
export const DEAD_REPORT_WINDOW_MS = 5 * MINUTE_MS
/** Reports are doubted when they concern at least this many users and more than this share of the users sent to. */
const DOUBTED_SHARE = 0.1
const MIN_DOUBTED_USERS = 3
/** From this share on, the provider is considered faulty. */
const FAULTY_SHARE = 0.9
/** Reported targets that can still be restored. */
const MAX_REMEMBERED = 10_000

type Sent = { readonly userId: string; readonly target: string; readonly isProven: boolean }
type Death = Pick<Sent, 'userId' | 'target'>

export type DeadReport = {
  readonly isDoubted: boolean
  readonly isProviderFaulty: boolean
  /** Targets that were reported dead earlier and are no longer believed to be. */
  readonly restored: readonly Death[]
  /** Users with proven targets reported dead, and their share of the users sent to. */
  readonly users: number
  readonly share: number
}

export type DeadTargetWatch = {
  /** Records an answer other than `dead`. */
  noteSend(sent: Sent, isAccepted: boolean): void
  noteDead(sent: Sent): DeadReport
  /** Resets the counts: the provider works. */
  reset(): void
}

/**
 * Distinguishes dead targets from a faulty provider that reports all targets as dead. Counts users, not targets or sends, and
 * only users whose dead target was accepted before.
 * @param now ms since 1970
 */
export function createDeadTargetWatch(now: () => number): DeadTargetWatch {
  // All three in order of time, oldest first.
  const heardOf = new Map<string, number>()
  const died = new Map<string, number>()
  const believed = new Map<string, Death & { at: number }>()

  function forgetOld(): void {
    const since = now() - DEAD_REPORT_WINDOW_MS
    for (const map of [heardOf, died]) {
      for (const [userId, at] of map) {
        if (at > since) break
        map.delete(userId)
      }
    }
    for (const [key, { at }] of believed) {
      if (at > since && believed.size <= MAX_REMEMBERED) break
      believed.delete(key)
    }
  }

  const touch = (map: Map<string, number>, userId: string) => {
    map.delete(userId)
    map.set(userId, now())
  }

  return {
    reset() {
      heardOf.clear()
      died.clear()
      believed.clear()
    },
    noteSend({ userId, isProven }, isAccepted) {
      forgetOld()
      if (isAccepted || isProven) touch(heardOf, userId)
      if (isAccepted) died.delete(userId)
    },
    noteDead({ userId, target, isProven }) {
      forgetOld()
      if (isProven) {
        touch(heardOf, userId)
        touch(died, userId)
      }
      const users = died.size
      const share = users / Math.max(1, heardOf.size)
      const isDoubted = users >= MIN_DOUBTED_USERS && share > DOUBTED_SHARE
      if (!isDoubted) {
        believed.set(`${userId} ${target}`, { userId, target, at: now() })
        return { isDoubted, isProviderFaulty: false, restored: [], users, share }
      }
      const restored = [...believed.values()].map((death) => ({ userId: death.userId, target: death.target }))
      believed.clear()
      return { isDoubted, isProviderFaulty: share >= FAULTY_SHARE, restored, users, share }
    },
  }
}

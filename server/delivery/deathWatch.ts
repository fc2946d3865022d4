import { MINUTE_MS } from '../../contract/time.ts'

/** What a provider has said of targets counts for this long. */
export const DEATH_WINDOW_MS = 5 * MINUTE_MS
/** Deaths are doubted from this share of the users on that were sent to, and from this number of users on. */
const DOUBTED_SHARE = 0.1
const LEAST_DOUBTED_USERS = 3
/** From this share on the provider counts as ill. */
const MASS_DEATH_SHARE = 0.9
/** Deaths that are remembered, to be taken back. */
const MAX_REMEMBERED = 10_000

type Sent = { readonly userId: string; readonly target: string; readonly isProven: boolean }
type Death = Pick<Sent, 'userId' | 'target'>

export type DeathJudgement = {
  readonly isDoubted: boolean
  readonly isMassDeath: boolean
  /** Deaths that were believed and are not any more. */
  readonly revived: readonly Death[]
  /** Users whose proven targets have died, and their share of all that were sent to. */
  readonly users: number
  readonly share: number
}

export type DeathWatch = {
  /** Learns from an answer that is no death. */
  noteSend(sent: Sent, isAccepted: boolean): void
  noteDeath(sent: Sent): DeathJudgement
  /** Resets the counts: the provider works. */
  reset(): void
}

/**
 * Tells targets that have died from a provider that is ill and says so of all of them. Users are counted, not targets or
 * sends: one voice each, and only those whose dead target the provider had accepted before.
 * @param now ms since 1970
 */
export function createDeathWatch(now: () => number): DeathWatch {
  // Each in the order of time, oldest first.
  const heardOf = new Map<string, number>()
  const died = new Map<string, number>()
  const believed = new Map<string, Death & { at: number }>()

  function forgetOld(): void {
    const since = now() - DEATH_WINDOW_MS
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
    noteDeath({ userId, target, isProven }) {
      forgetOld()
      if (isProven) {
        touch(heardOf, userId)
        touch(died, userId)
      }
      const users = died.size
      const share = users / Math.max(1, heardOf.size)
      const isDoubted = users >= LEAST_DOUBTED_USERS && share > DOUBTED_SHARE
      if (!isDoubted) {
        believed.set(`${userId} ${target}`, { userId, target, at: now() })
        return { isDoubted, isMassDeath: false, revived: [], users, share }
      }
      const revived = [...believed.values()].map((death) => ({ userId: death.userId, target: death.target }))
      believed.clear()
      return { isDoubted, isMassDeath: share >= MASS_DEATH_SHARE, revived, users, share }
    },
  }
}

import type { AttemptStatus } from '../../contract/notifications.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'

/*
 * One gate for each provider: it closes when all that goes through it fails, lets a single send try after a while, and
 * opens with the first that is accepted. And it doubts: when many targets of one provider turn out to be gone at once,
 * the provider is ill, not the targets.
 */

/** So long what a provider answered is remembered, in slots: what died in that time may be doubted afterwards. */
export const DOUBTED_MS = 5 * MINUTE_MS
const SLOT_MS = 10 * SECOND_MS
/** Targets gone within that time are doubted from this share of all sends on, and so many of them. */
const DOUBTED_SHARE = 0.1
const LEAST_DOUBTED = 5
/** From this share on nothing is sent either. */
const MASS_DEATH_SHARE = 0.9

/** Failures in a row, none accepted in between, that close a gate. */
const FAILURES_TO_CLOSE: Readonly<Record<'retry' | 'throttled' | 'misconfigured', number>> = {
  retry: 10,
  throttled: 10,
  misconfigured: 3,
}
/** How long a gate stays closed at first and at most; what an operator has to mend is not tried as often. */
const FIRST_REST_MS = 5 * SECOND_MS
const MOST_REST_MS = MINUTE_MS
const FIRST_MENDING_REST_MS = MINUTE_MS
const MOST_MENDING_REST_MS = 15 * MINUTE_MS
/** A try whose answer does not come back is given up for another one. */
const TRY_MS = 30 * SECOND_MS
/** What waits before a gate goes through one by one: so an outage's backlog does not come down on those who recover. */
const SPACING_MS = 5
/** Targets that are remembered to be revived. */
const MOST_REMEMBERED = 10_000

type Failure = keyof typeof FAILURES_TO_CLOSE
type Slot = { number: number; sends: number; deaths: number }

export type GateNews = {
  /** Whether a `dead` answer may be believed. */
  readonly isTrusted: boolean
  /** Targets that were believed to be gone, and are not any more. */
  readonly revived: readonly string[]
  /** Set when the gate closed or opened by this. */
  readonly turned?: 'closed' | 'opened'
}

export type Gate = {
  /** Milliseconds until a send may try again; 0: now. Whoever gets 0 is to `note` the answer. */
  restMs(): number
  /** Learns from an answer. */
  note(target: string, status: AttemptStatus): GateNews
  readonly isClosed: boolean
}

/** @param now ms since 1970 */
export function createGate(now: () => number): Gate {
  let slots: Slot[] = []
  let deaths: { target: string; at: number }[] = []
  let failures = 0
  let closedUntil: number | undefined
  let rests = 0
  let triedAt: number | undefined
  let lastTurn = 0

  /** When one more of those who wait may come back. */
  function turn(earliest: number): number {
    lastTurn = Math.max(earliest, lastTurn + SPACING_MS)
    return lastTurn - now()
  }

  function close(kind: Failure | 'massDeath'): void {
    const isForOperator = kind === 'misconfigured' || kind === 'massDeath'
    const [first, most] = isForOperator ? [FIRST_MENDING_REST_MS, MOST_MENDING_REST_MS] : [FIRST_REST_MS, MOST_REST_MS]
    closedUntil = now() + Math.min(first * 2 ** rests, most)
    rests++
    triedAt = undefined
  }

  function remember(isDeath: boolean): { sends: number; deaths: number } {
    const number = Math.floor(now() / SLOT_MS)
    slots = slots.filter((slot) => slot.number > number - DOUBTED_MS / SLOT_MS)
    const last = slots.at(-1)
    const slot = last?.number === number ? last : { number, sends: 0, deaths: 0 }
    if (slot !== last) slots.push(slot)
    slot.sends++
    if (isDeath) slot.deaths++
    return {
      sends: slots.reduce((sum, one) => sum + one.sends, 0),
      deaths: slots.reduce((sum, one) => sum + one.deaths, 0),
    }
  }

  function judgeDeath(target: string): GateNews {
    const recent = remember(true)
    if (closedUntil !== undefined) {
      if (triedAt !== undefined) close('massDeath')
      return { isTrusted: false, revived: [] }
    }
    const since = now() - DOUBTED_MS
    deaths = deaths.filter(({ at }) => at > since).slice(-MOST_REMEMBERED)
    const share = recent.deaths / recent.sends
    if (recent.deaths < LEAST_DOUBTED || share <= DOUBTED_SHARE) {
      deaths.push({ target, at: now() })
      return { isTrusted: true, revived: [] }
    }
    const revived = deaths.map((death) => death.target)
    deaths = []
    if (share < MASS_DEATH_SHARE) return { isTrusted: false, revived }
    close('massDeath')
    return { isTrusted: false, revived, turned: 'closed' }
  }

  return {
    get isClosed() {
      return closedUntil !== undefined
    },
    restMs() {
      if (closedUntil === undefined) return 0
      if (now() < closedUntil) return turn(closedUntil)
      if (triedAt !== undefined && now() - triedAt < TRY_MS) return turn(now() + SECOND_MS)
      triedAt = now()
      return 0
    },
    note(target, status) {
      if (status === 'dead') return judgeDeath(target)
      remember(false)
      const wasClosed = closedUntil !== undefined
      // Our message was refused: the provider is well.
      if (status === 'accepted' || status === 'rejected') {
        failures = 0
        rests = 0
        closedUntil = undefined
        triedAt = undefined
        return { isTrusted: true, revived: [], ...(wasClosed ? { turned: 'opened' } : {}) }
      }
      failures++
      if (!wasClosed && failures < FAILURES_TO_CLOSE[status]) return { isTrusted: true, revived: [] }
      // Several were under way when it closed: they tell nothing new.
      if (wasClosed && triedAt === undefined) return { isTrusted: true, revived: [] }
      close(status)
      return { isTrusted: true, revived: [], ...(wasClosed ? {} : { turned: 'closed' }) }
    },
  }
}

import type { Random } from '../../bench/matching/random.ts'
import type { Reply } from '../support/providers.ts'

/** Five of a hundred calls fail: the response is cut off; a temporary refusal; a request to wait. */
const CUT_SHARE = 0.02
const BROKEN_SHARE = 0.02
const THROTTLED_SHARE = 0.01

export type Fate = 'taken' | 'cut' | 'broken' | 'throttled'

export class Faults {
  readonly #random: Random
  #isCalm = false
  refusals = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** Draws the fate of the next call. */
  draw(): Fate {
    const drawn = this.#isCalm ? 1 : this.#random.unit()
    if (drawn < CUT_SHARE) return 'cut'
    if (drawn >= CUT_SHARE + BROKEN_SHARE + THROTTLED_SHARE) return 'taken'
    this.refusals++
    return drawn < CUT_SHARE + BROKEN_SHARE ? 'broken' : 'throttled'
  }

  /** The response to an HTTP call that fails before it is accepted; undefined if it is accepted. */
  refusal(fate: Fate): Reply | undefined {
    if (fate === 'broken') return { status: 503 }
    return fate === 'throttled' ? { status: 429, headers: { 'retry-after': '1' } } : undefined
  }

  /** Stops injecting faults. */
  calm(): void {
    this.#isCalm = true
  }
}

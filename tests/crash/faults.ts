import type { Random } from '../../bench/matching/random.ts'
import type { Reply } from '../support/providers.ts'

/** Of a hundred calls five go wrong: the answer is cut off; refused for now; asked to wait. */
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

  /** What becomes of the next call. */
  draw(): Fate {
    const drawn = this.#isCalm ? 1 : this.#random.unit()
    if (drawn < CUT_SHARE) return 'cut'
    if (drawn >= CUT_SHARE + BROKEN_SHARE + THROTTLED_SHARE) return 'taken'
    this.refusals++
    return drawn < CUT_SHARE + BROKEN_SHARE ? 'broken' : 'throttled'
  }

  /** The answer to an HTTP call that goes wrong before it is taken; undefined when it is taken. */
  refusal(fate: Fate): Reply | undefined {
    if (fate === 'broken') return { status: 503 }
    return fate === 'throttled' ? { status: 429, headers: { 'retry-after': '1' } } : undefined
  }

  /** No faults from now on. */
  calm(): void {
    this.#isCalm = true
  }
}

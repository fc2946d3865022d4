import { type Outcome, outcomeAt } from './bidding.ts'
import { type Lot, lotOf } from './lot.ts'
import { LINGER_MS, LOT_INTERVAL_MS, MAX_DURATION_MS, newestNumber, timingOf } from './timing.ts'

export type Standing = { readonly lot: Lot; readonly outcome: Outcome }

/** Manual bids: times in order, by lot number. */
export type HandBids = { of(number: number): readonly number[]; readonly numbers: Iterable<number> }

/**
 * The visible lots. Only caches results of `lotOf`: any moment may be queried in any order, and the answer depends only on seed,
 * manual bids and moment.
 */
export class LotBook {
  readonly #seed: string
  readonly #handBids: HandBids
  readonly #open = new Map<number, Lot>()
  #to = -1

  constructor(seed: string, handBids: HandBids) {
    this.#seed = seed
    this.#handBids = handBids
  }

  /** All lots active at `now`, newest first. */
  running(now: number): Standing[] {
    this.#cover(now)
    const standings: Standing[] = []
    for (const [number, lot] of this.#open) {
      if (lot.startsAt > now) continue
      const outcome = outcomeAt(lot, this.#handBids.of(number), now)
      if (outcome.status === 'running') standings.push({ lot, outcome })
    }
    return standings.sort((a, b) => b.lot.number - a.lot.number)
  }

  /** One lot, active or recently ended; undefined if it has not opened yet or is gone. */
  find(number: number, now: number): Standing | undefined {
    if (!Number.isSafeInteger(number) || number < 0 || number > newestNumber(now)) return undefined
    if (number < newestNumber(now) - WINDOW_LOTS && this.#handBids.of(number).length === 0) return undefined
    const lot = this.#open.get(number) ?? lotOf(this.#seed, number)
    if (lot.startsAt > now) return undefined
    const outcome = outcomeAt(lot, this.#handBids.of(number), now)
    const gone = outcome.status === 'ended' && outcome.endsAt + LINGER_MS <= now
    return gone ? undefined : { lot, outcome }
  }

  #cover(now: number): void {
    const to = newestNumber(now)
    const from = Math.max(0, to - WINDOW_LOTS)
    const farBack = to + SLACK_MS / LOT_INTERVAL_MS < this.#to
    if (!farBack && to <= this.#to) return
    if (farBack) this.#open.clear()
    const known = farBack ? from : Math.max(from, this.#to + 1)
    for (let number = known; number <= to; number++) this.#remember(number, now)
    // Lots that manual bids have extended beyond the window.
    for (const number of this.#handBids.numbers) if (number < from) this.#remember(number, now)
    for (const [number, lot] of this.#open) if (!this.#mayRun(number, lot.plannedEnd, now)) this.#open.delete(number)
    this.#to = to
  }

  #remember(number: number, now: number): void {
    if (this.#open.has(number) || !this.#mayRun(number, timingOf(this.#seed, number).plannedEnd, now)) return
    this.#open.set(number, lotOf(this.#seed, number))
  }

  #mayRun(number: number, plannedEnd: number, now: number): boolean {
    const lastHandBid = this.#handBids.of(number).at(-1) ?? 0
    return Math.max(plannedEnd, lastHandBid) + LONGEST_EXTENSION_MS + SLACK_MS > now
  }
}

/** Two late bids, each worth at most two soft closes. */
const LONGEST_EXTENSION_MS = 10 * 60 * 1000
/** Clients may query the state of up to a minute ago. */
const SLACK_MS = 2 * 60 * 1000
const WINDOW_LOTS = Math.ceil((MAX_DURATION_MS + LONGEST_EXTENSION_MS + LINGER_MS) / LOT_INTERVAL_MS)

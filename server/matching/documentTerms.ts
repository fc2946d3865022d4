import { enlarged } from './stringTable.ts'

/**
 * Something that filters hang on and that is in an auction or is not: a word in one of its ways of being found, a
 * category, a seller. 0 is none.
 */
export type TermId = number
export const NO_TERM: TermId = 0

/** Where a term is: bits. Facts are in both. */
export const IN_TITLE = 1
export const IN_DESCRIPTION = 2
export const ANYWHERE = IN_TITLE | IN_DESCRIPTION

const PLACE_BITS = 2
/** Auction numbers run up to here, and then begin anew. */
const LAST_NUMBER = 2 ** 29 - 2
const FIRST_TERMS = 1024
/** Terms are counted in one of this many auctions: counting touches all of their memory. */
const COUNT_EVERY = 8
/** Of a term's counts, which are asked for together. */
const COUNTS = 2
const SEEN = 0
const SINCE = 1
/** What is assumed of a term weighs as much as this many auctions in which it was looked out for. */
const ASSUMED_AUCTIONS = 100

/**
 * Which terms the present auction has; `NO_TERM` is in all of them. What was seen in the one before is forgotten by counting on, without clearing
 * anything. Also estimates in how many auctions each term was seen.
 */
export class DocumentTerms {
  /** By term: number of the auction in which it was last seen, and where. */
  places = new Int32Array(FIRST_TERMS)
  /** The terms of the present auction, each once, in the order in which they were met; `count` of them. */
  found = new Int32Array(FIRST_TERMS)
  count = 0
  /** `places` of a term of the present auction, less the bits. */
  stamp = 0
  /** Whether what is seen now is counted. */
  private isCounting = false
  /** How many auctions were looked at. */
  auctions = 0
  /** By term: in about how many auctions it was seen, and how many there had been before it. */
  private counts = new Float64Array(FIRST_TERMS * COUNTS)

  /** Starts on a new auction, of which nothing is seen yet. */
  start(): void {
    this.count = 0
    this.auctions++
    if (this.stamp >= LAST_NUMBER << PLACE_BITS) {
      this.places.fill(0)
      this.stamp = 0
    }
    this.stamp += 1 << PLACE_BITS
    this.places[NO_TERM] = this.stamp | ANYWHERE
    this.isCounting = this.auctions % COUNT_EVERY === 0
  }

  /** From now on looks out for a term. */
  register(termId: TermId): void {
    if (termId >= this.places.length) {
      this.places = enlarged(this.places, termId + 1)
      this.found = enlarged(this.found, termId + 1)
      this.counts = enlarged(this.counts, this.places.length * COUNTS)
    }
    this.counts[termId * COUNTS + SEEN] = 0
    this.counts[termId * COUNTS + SINCE] = this.auctions
  }

  see(termId: TermId, place: number): void {
    const { places, stamp } = this
    const last = places[termId] as number
    if (last >= stamp) {
      places[termId] = last | place
      return
    }
    places[termId] = stamp | place
    this.found[this.count++] = termId
    if (this.isCounting) this.counts[termId * COUNTS + SEEN] = (this.counts[termId * COUNTS + SEEN] as number) + COUNT_EVERY
  }

  /** Whether the term was seen in one of these places. */
  has(termId: TermId, inPlaces: number): boolean {
    const last = this.places[termId] as number
    return last >= this.stamp && (last & inPlaces) !== 0
  }

  /** The share of auctions in which the term is expected; `assumed` before it was looked out for. */
  share(termId: TermId, assumed: number): number {
    const lookedAt = this.auctions - (this.counts[termId * COUNTS + SINCE] as number)
    return ((this.counts[termId * COUNTS + SEEN] as number) + ASSUMED_AUCTIONS * assumed) / (lookedAt + ASSUMED_AUCTIONS)
  }
}

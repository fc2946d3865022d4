import { enlarged } from './stringTable.ts'

/**
 * A property that filters require and that an auction has or lacks: a word in one of its forms, a category, a seller. 0 is none.
 */
export type TermId = number
export const NO_TERM: TermId = 0

/** The positions of a term, as bits. Facts have both. */
export const IN_TITLE = 1
export const IN_DESCRIPTION = 2
export const ANYWHERE = IN_TITLE | IN_DESCRIPTION

const PLACE_BITS = 2
/** Auction numbers restart after this. */
const LAST_NUMBER = 2 ** 29 - 2
const FIRST_TERMS = 1024
/** Terms are counted in one of this many auctions, because counting touches all of their memory. */
const COUNT_EVERY = 8
/** Numbers per term's counts, adjacent because they are used together. */
const COUNTS = 2
const SEEN = 0
const SINCE = 1
/** The weight of the assumed share, in auctions. */
const ASSUMED_AUCTIONS = 100

/**
 * The terms of the current auction; `NO_TERM` is in all of them. Earlier marks become invalid by incrementing the auction's
 * number, without clearing. Also estimates how many auctions have each term.
 */
export class DocumentTerms {
  /** By term: the number of the last auction with it, and its positions. */
  places = new Int32Array(FIRST_TERMS)
  /** The distinct terms of the current auction in order of occurrence; `count` of them. */
  found = new Int32Array(FIRST_TERMS)
  count = 0
  /** `places` of a term of the current auction, without the position bits. */
  stamp = 0
  /** Whether the current auction's terms are counted. */
  private isCounting = false
  /** The number of auctions. */
  auctions = 0
  /** By term: an estimate of the auctions with it, and the number of auctions before it was registered. */
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

  /** Registers a term that is to be marked from now on. */
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

  /** Whether the current auction has the term in one of these positions. */
  has(termId: TermId, inPlaces: number): boolean {
    const last = this.places[termId] as number
    return last >= this.stamp && (last & inPlaces) !== 0
  }

  /** The expected share of auctions with the term; `assumed` before it was registered. */
  share(termId: TermId, assumed: number): number {
    const lookedAt = this.auctions - (this.counts[termId * COUNTS + SINCE] as number)
    return ((this.counts[termId * COUNTS + SEEN] as number) + ASSUMED_AUCTIONS * assumed) / (lookedAt + ASSUMED_AUCTIONS)
  }
}

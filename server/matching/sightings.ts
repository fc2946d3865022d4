import { enlarged } from './stringTable.ts'

/**
 * Something that filters hang on and that is in an auction or is not: a word in one of its ways of being found, a
 * category, a seller. 0 is none.
 */
export type Atom = number
export const NO_ATOM: Atom = 0

/** Where an atom is: bits. Facts are in both. */
export const IN_TITLE = 1
export const IN_DESCRIPTION = 2
export const ANYWHERE = IN_TITLE | IN_DESCRIPTION

const PLACE_BITS = 2
/** Auction numbers run up to here, and then begin anew. */
const LAST_NUMBER = 2 ** 29 - 2
const FIRST_ATOMS = 1024
/** Sightings are counted in one auction of so many: it costs a walk through memory. */
const COUNT_EVERY = 8
/** Of an atom's counts, which are asked for together. */
const COUNTS = 2
const SEEN = 0
const SINCE = 1
/** What is assumed of an atom weighs as much as this many auctions in which it was looked out for. */
const ASSUMED_AUCTIONS = 100

/**
 * Which atoms the present auction has; `NO_ATOM` is in all of them. What was seen in the one before is forgotten by counting on, without clearing
 * anything. Also estimates in how many auctions each atom was seen.
 */
export class Sightings {
  /** By atom: number of the auction in which it was last seen, and where. */
  places = new Int32Array(FIRST_ATOMS)
  /** The atoms of the present auction, each once, in the order in which they were met; `count` of them. */
  found = new Int32Array(FIRST_ATOMS)
  count = 0
  /** `places` of an atom of the present auction, less the bits. */
  stamp = 0
  /** Whether what is seen now is counted. */
  private isCounting = false
  /** How many auctions were looked at. */
  auctions = 0
  /** By atom: in about how many auctions it was seen, and how many there had been before it. */
  private counts = new Float64Array(FIRST_ATOMS * COUNTS)

  /** Starts on a new auction, of which nothing is seen yet. */
  start(): void {
    this.count = 0
    this.auctions++
    if (this.stamp >= LAST_NUMBER << PLACE_BITS) {
      this.places.fill(0)
      this.stamp = 0
    }
    this.stamp += 1 << PLACE_BITS
    this.places[NO_ATOM] = this.stamp | ANYWHERE
    this.isCounting = this.auctions % COUNT_EVERY === 0
  }

  /** From now on looks out for an atom. */
  lookOutFor(atom: Atom): void {
    if (atom >= this.places.length) {
      this.places = enlarged(this.places, atom + 1)
      this.found = enlarged(this.found, atom + 1)
      this.counts = enlarged(this.counts, this.places.length * COUNTS)
    }
    this.counts[atom * COUNTS + SEEN] = 0
    this.counts[atom * COUNTS + SINCE] = this.auctions
  }

  see(atom: Atom, place: number): void {
    const { places, stamp } = this
    const last = places[atom] as number
    if (last >= stamp) {
      places[atom] = last | place
      return
    }
    places[atom] = stamp | place
    this.found[this.count++] = atom
    if (this.isCounting) this.counts[atom * COUNTS + SEEN] = (this.counts[atom * COUNTS + SEEN] as number) + COUNT_EVERY
  }

  /** Whether the atom was seen in one of these places. */
  has(atom: Atom, inPlaces: number): boolean {
    const last = this.places[atom] as number
    return last >= this.stamp && (last & inPlaces) !== 0
  }

  /** The share of auctions in which the atom is expected; `assumed` before it was looked out for. */
  share(atom: Atom, assumed: number): number {
    const lookedAt = this.auctions - (this.counts[atom * COUNTS + SINCE] as number)
    return ((this.counts[atom * COUNTS + SEEN] as number) + ASSUMED_AUCTIONS * assumed) / (lookedAt + ASSUMED_AUCTIONS)
  }
}

import type { Atom } from './sightings.ts'
import { enlarged } from './stringTable.ts'

/** Number of a pair; 0 is none. */
export type Pair = number
export const NO_PAIR: Pair = 0

const FIRST_SLOTS = 1024
const MAX_LOAD = 0.4
/** Spread the bits of both atoms over the slots. */
const FIRST_FACTOR = 0x9e3779b1
const SECOND_FACTOR = 0x85ebca6b

/** Numbers for pairs of atoms, those of the same first and second one being the same. */
export class PairTable {
  /** By pair: its atoms, in turn. */
  private atoms = new Int32Array(2 * FIRST_SLOTS)
  /** Hash and pair, in turn: both lie in one cache line, and most looks end there. */
  private slots = new Int32Array(2 * FIRST_SLOTS)
  private mask = FIRST_SLOTS - 1
  private used = 0
  private last: Pair = NO_PAIR
  private readonly free: Pair[] = []

  find(first: Atom, second: Atom): Pair {
    const { slots, mask } = this
    const hash = hashOf(first, second)
    let slot = hash & mask
    for (;;) {
      const pair = slots[2 * slot + 1] as Pair
      if (pair === NO_PAIR || (slots[2 * slot] === hash && this.is(pair, first, second))) return pair
      slot = (slot + 1) & mask
    }
  }

  /** The pair's number; made where there is none. When room gets scarce, the numbers of pairs that are not in use go to others. */
  intern(first: Atom, second: Atom, isInUse: (pair: Pair) => boolean): Pair {
    const known = this.find(first, second)
    if (known !== NO_PAIR) return known
    if (this.used >= (this.mask + 1) * MAX_LOAD) this.makeRoom(isInUse)
    const pair = this.free.pop() ?? ++this.last
    if (2 * pair + 1 >= this.atoms.length) this.atoms = enlarged(this.atoms, 2 * pair + 2)
    this.atoms[2 * pair] = first
    this.atoms[2 * pair + 1] = second
    this.put(pair)
    return pair
  }

  firstOf(pair: Pair): Atom {
    return this.atoms[2 * pair] as Atom
  }

  secondOf(pair: Pair): Atom {
    return this.atoms[2 * pair + 1] as Atom
  }

  private is(pair: Pair, first: Atom, second: Atom): boolean {
    return this.firstOf(pair) === first && this.secondOf(pair) === second
  }

  private put(pair: Pair): void {
    const { slots, mask } = this
    const hash = hashOf(this.firstOf(pair), this.secondOf(pair))
    let slot = hash & mask
    while (slots[2 * slot + 1] !== NO_PAIR) slot = (slot + 1) & mask
    slots[2 * slot] = hash
    slots[2 * slot + 1] = pair
    this.used++
  }

  private makeRoom(isInUse: (pair: Pair) => boolean): void {
    const kept: Pair[] = []
    for (let slot = 1; slot < this.slots.length; slot += 2) {
      const pair = this.slots[slot] as Pair
      if (pair === NO_PAIR) continue
      if (isInUse(pair)) kept.push(pair)
      else this.free.push(pair)
    }
    // Twice the room when half of what was full is still full.
    if (2 * kept.length > this.used) this.mask = 2 * this.mask + 1
    this.slots = new Int32Array(2 * (this.mask + 1))
    this.used = 0
    for (const pair of kept) this.put(pair)
  }
}

function hashOf(first: Atom, second: Atom): number {
  const hash = Math.imul(first, FIRST_FACTOR) ^ Math.imul(second, SECOND_FACTOR)
  return hash ^ (hash >>> 15)
}

import { type Atom, NO_ATOM } from './sightings.ts'
import { enlarged } from './stringTable.ts'

/** Number of a pair; 0 is none. */
export type Pair = number
export const NO_PAIR: Pair = 0

const FIRST_SLOTS = 1024
const MAX_LOAD = 0.5
/** Spread the bits of both atoms over the slots. */
const FIRST_FACTOR = 0x9e3779b1
const SECOND_FACTOR = 0x85ebca6b

/** Numbers for pairs of atoms, those of the same first and second one being the same. */
export class PairTable {
  /** By pair: its atoms, in turn. */
  private atoms = new Int32Array(2 * FIRST_SLOTS)
  private slots = new Int32Array(FIRST_SLOTS)
  private mask = FIRST_SLOTS - 1
  private used = 0
  private last: Pair = NO_PAIR
  private readonly free: Pair[] = []

  find(first: Atom, second: Atom): Pair {
    const { slots, atoms, mask } = this
    let slot = slotOf(first, second) & mask
    for (;;) {
      const pair = slots[slot] as Pair
      if (pair === NO_PAIR || (atoms[2 * pair] === first && atoms[2 * pair + 1] === second)) return pair
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

  private put(pair: Pair): void {
    let slot = slotOf(this.firstOf(pair), this.secondOf(pair)) & this.mask
    while (this.slots[slot] !== NO_PAIR) slot = (slot + 1) & this.mask
    this.slots[slot] = pair
    this.used++
  }

  private makeRoom(isInUse: (pair: Pair) => boolean): void {
    const kept = this.slots.filter((pair) => pair !== NO_PAIR && isInUse(pair))
    for (const pair of this.slots) {
      if (pair === NO_PAIR || isInUse(pair)) continue
      this.atoms[2 * pair] = this.atoms[2 * pair + 1] = NO_ATOM
      this.free.push(pair)
    }
    const slots = kept.length > (this.slots.length * MAX_LOAD) / 2 ? 2 * this.slots.length : this.slots.length
    this.slots = new Int32Array(slots)
    this.mask = slots - 1
    this.used = 0
    for (const pair of kept) this.put(pair)
  }
}

function slotOf(first: Atom, second: Atom): number {
  const hash = Math.imul(first, FIRST_FACTOR) ^ Math.imul(second, SECOND_FACTOR)
  return hash ^ (hash >>> 15)
}

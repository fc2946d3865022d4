import { PairTable } from './pairTable.ts'
import { Postings } from './postings.ts'
import * as record from './record.ts'
import { type Atom, NO_ATOM } from './sightings.ts'
import { enlarged } from './stringTable.ts'

/** What records are filed under: an atom, or a pair of atoms that must both be there. */
export type Key = number

/** Records under the atoms, and under the pairs of atoms, that an auction must have. */
export class Filing {
  readonly postings = new Postings()
  readonly pairs = new PairTable()
  /** By atom: how many records are filed under pairs that it is the first of. */
  pairedUnder = new Int32Array(1024)
  /** By atom: how many records are filed under pairs that it is the second of. */
  partnerOf = new Int32Array(1024)
  /** By first atom: the pairs with a category, under which one looks as well where the category is unknown. */
  readonly categoryPairs = new Map<Atom, Set<Key>>()
  private readonly fullBlock: number

  /** `fullBlock`: with so many records under an atom, further ones go under the atom together with another that they need. */
  constructor(fullBlock: number) {
    this.fullBlock = fullBlock
  }

  /** Files a record that needs the atom; gives its key. */
  add(atom: Atom, filed: Int32Array, program: ArrayLike<number>): Key {
    const partner = partnerIn(filed)
    const isFull = this.postings.count(keyOfAtom(atom)) >= this.fullBlock
    if (!isFull || partner === NO_ATOM || (filed[record.BITS] as number) & record.SEVERAL) {
      this.postings.add(keyOfAtom(atom), filed, program)
      return keyOfAtom(atom)
    }
    const pair = this.pairs.intern(atom, partner, (one) => this.postings.count(keyOfPair(one)) > 0)
    const key = keyOfPair(pair)
    this.postings.add(key, filed, program)
    this.countPaired(atom, partner, 1)
    if (filed[record.NEXT] === NO_ATOM) {
      const keys = this.categoryPairs.get(atom)
      if (keys) keys.add(key)
      else this.categoryPairs.set(atom, new Set([key]))
    }
    return key
  }

  /** Takes out the record that begins at `at`. */
  removeAt(key: Key, at: number): void {
    this.postings.removeAt(key, at)
    if (!isPair(key)) return
    const pair = key >> 1
    const first = this.pairs.firstOf(pair)
    this.countPaired(first, this.pairs.secondOf(pair), -1)
    if (this.postings.count(key) > 0) return
    const keys = this.categoryPairs.get(first)
    if (keys?.delete(key) && keys.size === 0) this.categoryPairs.delete(first)
  }

  /** The atom that a record is filed under, with or without another. */
  atomOf(key: Key): Atom {
    return isPair(key) ? this.pairs.firstOf(key >> 1) : key >> 1
  }

  /** Whether records under an atom alone would now be filed under a pair. */
  isFull(atom: Atom): boolean {
    return this.postings.count(keyOfAtom(atom)) > this.fullBlock
  }

  private countPaired(first: Atom, second: Atom, more: 1 | -1): void {
    const last = Math.max(first, second)
    if (last >= this.pairedUnder.length) {
      this.pairedUnder = enlarged(this.pairedUnder, last + 1)
      this.partnerOf = enlarged(this.partnerOf, last + 1)
    }
    this.pairedUnder[first] = (this.pairedUnder[first] as number) + more
    this.partnerOf[second] = (this.partnerOf[second] as number) + more
  }
}

export function keyOfAtom(atom: Atom): Key {
  return 2 * atom
}

export function keyOfPair(pair: number): Key {
  return 2 * pair + 1
}

export function isPair(key: Key): boolean {
  return (key & 1) === 1
}

/** The other atom that a record can be filed under together with its own; none when it needs no other. */
export function partnerIn(filed: Int32Array, at = 0): Atom {
  const next = filed[at + record.NEXT] as Atom
  return next === NO_ATOM ? (filed[at + record.CATEGORY] as Atom) : next
}

import { HASH_SEED, hashOn } from './hashing.ts'

const FIRST_BITS = 2 ** 16
/** A bit is set for each beginning of a word; with more of them than one bit in so many, most looks would be in vain. */
const BITS_A_BEGINNING = 8
const WORD_BITS = 5

/**
 * Which hashes words of letters and digits begin with: most tokens begin none, and need not be joined with what follows
 * them. Says yes to some that begin none; words that are gone stay until it grows.
 */
export class JoinStarts {
  private bits = new Int32Array(FIRST_BITS >> WORD_BITS)
  private beginnings = 0

  /** `all` words are asked for when there is not room enough for one more. */
  add(word: string, all: () => Iterable<string>): void {
    if ((this.beginnings + word.length) * BITS_A_BEGINNING <= this.bits.length << WORD_BITS) {
      this.mark(word)
      return
    }
    this.bits = new Int32Array(2 * this.bits.length)
    this.beginnings = 0
    for (const one of all()) this.mark(one)
  }

  has(hash: number): boolean {
    const bit = placeOf(hash) & ((this.bits.length << WORD_BITS) - 1)
    return (((this.bits[bit >> WORD_BITS] as number) >>> bit) & 1) !== 0
  }

  private mark(word: string): void {
    const mask = (this.bits.length << WORD_BITS) - 1
    let hash = HASH_SEED
    for (let at = 0; at < word.length; at++) {
      hash = hashOn(hash, word.charCodeAt(at))
      const bit = placeOf(hash) & mask
      this.bits[bit >> WORD_BITS] = (this.bits[bit >> WORD_BITS] as number) | (1 << bit)
    }
    this.beginnings += word.length
  }
}

function placeOf(hash: number): number {
  return hash ^ (hash >>> 13)
}

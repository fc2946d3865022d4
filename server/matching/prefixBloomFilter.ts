import { bitOf, noBits, roomOf, setBit } from './bits.ts'
import { HASH_SEED, hashOn } from './hashing.ts'

const FIRST_BITS = 2 ** 16
/** One bit in this many may be set; beyond that the filter lets too many words through and grows. */
const BITS_A_BEGINNING = 8

/**
 * Which hashes words of letters and digits begin with: most tokens begin none, and need not be joined with what follows
 * them. Says yes to some that begin none; words that are gone stay until it grows.
 */
export class PrefixBloomFilter {
  private bits = noBits(FIRST_BITS)
  private beginnings = 0

  /** `all` words are asked for when there is not room enough for one more. */
  add(word: string, all: () => Iterable<string>): void {
    if ((this.beginnings + word.length) * BITS_A_BEGINNING <= roomOf(this.bits)) {
      this.mark(word)
      return
    }
    this.bits = noBits(2 * roomOf(this.bits))
    this.beginnings = 0
    for (const one of all()) this.mark(one)
  }

  has(hash: number): boolean {
    return bitOf(this.bits, placeOf(hash) & (roomOf(this.bits) - 1)) !== 0
  }

  private mark(word: string): void {
    const mask = roomOf(this.bits) - 1
    let hash = HASH_SEED
    for (let at = 0; at < word.length; at++) {
      hash = hashOn(hash, word.charCodeAt(at))
      setBit(this.bits, placeOf(hash) & mask)
    }
    this.beginnings += word.length
  }
}

function placeOf(hash: number): number {
  return hash ^ (hash >>> 13)
}

import { HASH_SEED, hashOn } from '../hashing.ts'
import { bitOf, noBits, roomOf, setBit } from './bits.ts'

const FIRST_BITS = 2 ** 16
/** At most one bit in this many is set; then the filter grows, because it would let too many words through. */
const BITS_PER_PREFIX = 8

/**
 * A Bloom filter of the prefixes of words with letters and digits. Most tokens are no such prefix and need not be joined with
 * the following ones. There are false positives, and removed words stay until it grows.
 */
export class PrefixBloomFilter {
  private bits = noBits(FIRST_BITS)
  private prefixes = 0

  /** `all` is called for all words when the filter has to grow. */
  add(word: string, all: () => Iterable<string>): void {
    if ((this.prefixes + word.length) * BITS_PER_PREFIX <= roomOf(this.bits)) {
      this.mark(word)
      return
    }
    this.bits = noBits(2 * roomOf(this.bits))
    this.prefixes = 0
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
    this.prefixes += word.length
  }
}

function placeOf(hash: number): number {
  return hash ^ (hash >>> 13)
}

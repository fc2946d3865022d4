import type { Auction } from '../../contract/auction.ts'
import { BOUNDS_STRIDE, findTokens, fold } from '../../contract/tokens.ts'

/** FNV-1a, 32 bits; the last step spreads the upper bits over the lower, of which places are made. */
const HASH_SEED = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193
const SPREAD_BITS = 15
/** Of an empty place. */
const NO_HASH = 0
/** At least so many places for each word: most looks end at the first. */
const PLACES_PER_WORD = 2

/**
 * What no engine on the contract's tokeniser can do without: fold both texts of an auction, find the tokens, hash each and
 * look for it among the words that filters use. Tokens are hashed and compared where they stand: to cut each out for
 * a `Map` costs more, and would make every engine look good.
 */
export class TokenisingAlone {
  private readonly words: string[]
  private readonly hashes: Int32Array
  private readonly mask: number
  private readonly bounds: number[] = []

  constructor(words: readonly string[]) {
    const size = 2 ** Math.ceil(Math.log2(PLACES_PER_WORD * words.length + 1))
    this.words = new Array<string>(size).fill('')
    this.hashes = new Int32Array(size)
    this.mask = size - 1
    for (const word of words) {
      const hash = hashOf(word, 0, word.length)
      let place = hash & this.mask
      while (this.hashes[place] !== NO_HASH) place = (place + 1) & this.mask
      this.words[place] = word
      this.hashes[place] = hash
    }
  }

  /** How many tokens of an auction some filter uses. */
  countKnown({ title, description }: Auction): number {
    return this.countIn(title) + (description === undefined ? 0 : this.countIn(description))
  }

  private countIn(text: string): number {
    const { bounds } = this
    const folded = fold(text)
    findTokens(folded, bounds)
    let known = 0
    for (let at = 0; at < bounds.length; at += BOUNDS_STRIDE) {
      if (this.isKnown(folded, bounds[at] ?? 0, bounds[at + 2] ?? 0)) known++
    }
    return known
  }

  private isKnown(folded: string, start: number, end: number): boolean {
    const hash = hashOf(folded, start, end)
    for (let place = hash & this.mask; ; place = (place + 1) & this.mask) {
      const there = this.hashes[place]
      if (there === NO_HASH) return false
      if (there === hash && this.isWord(this.words[place] ?? '', folded, start, end)) return true
    }
  }

  private isWord(word: string, folded: string, start: number, end: number): boolean {
    return word.length === end - start && folded.startsWith(word, start)
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = HASH_SEED
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash ^ (hash >>> SPREAD_BITS) || 1
}

import { BOUNDS_STRIDE, contentsOf, findTokens, fold, HAS_LETTER, NO_SPLIT } from '../../contract/tokens.ts'
import { ATOM_KINDS, type AtomKind } from './atoms.ts'
import { HASH_SEED, hashOf, hashOn } from './hashing.ts'
import { stemsOf } from './stems.ts'

/** Counters; a vocabulary of 200,000 words with their stems and beginnings shares them with few collisions. 4 MB. */
const CELLS = 2 ** 20
/** At this many learned texts all counts are halved, so that old fashions fade. */
const FADE_AT_TEXTS = 20_000
/** What is assumed before anything is learned weighs as much as this many texts. */
const PRIOR_TEXTS = 50

// biome-ignore format: a table
/** The share of auctions in which an atom is assumed to be found before anything is learned. */
const PRIOR_SHARE: Readonly<Record<AtomKind, number>> = {
  word: 0.002, spelled: 0.0002, germanStem: 0.002, englishStem: 0.002,
  prefix: 0.01, suffix: 0.005, germanSuffix: 0.005, englishSuffix: 0.005, fact: 0.05,
}

/**
 * How common words are, learned from the auctions that pass by: filters are filed under the rarest thing that they
 * need. An estimate only ever costs time, never a match.
 */
export class Frequencies {
  private readonly counts = new Uint32Array(CELLS)
  private texts = 0
  private readonly bounds: number[] = []

  /** Learns the words of one auction's text. */
  learnText(text: string): void {
    this.countText()
    const folded = fold(text)
    findTokens(folded, this.bounds)
    for (let at = 0; at < this.bounds.length; at += BOUNDS_STRIDE) {
      const [start = 0, split = NO_SPLIT, end = 0] = this.bounds.slice(at, at + BOUNDS_STRIDE)
      this.learnWord(folded.slice(start, end))
      if (split !== NO_SPLIT) {
        this.learnWord(folded.slice(start, split))
        this.learnWord(folded.slice(split, end))
      }
    }
  }

  /** Learns a marketplace, category or seller of the auction whose text was learned last. */
  learnFact(fact: string): void {
    this.count('fact', hashOf(fact))
  }

  /** The estimated share of auctions in which an atom is found. */
  share(kind: AtomKind, hash: number): number {
    const count = this.counts[cellOf(kind, hash)] ?? 0
    return (count + PRIOR_SHARE[kind] * PRIOR_TEXTS) / (this.texts + PRIOR_TEXTS)
  }

  private learnWord(word: string): void {
    this.countBeginnings(word)
    this.count('word', hashOf(word))
    this.countEndings('suffix', word)
    if (contentsOf(word) !== HAS_LETTER) return
    const { german, english } = stemsOf(word)
    this.count('germanStem', hashOf(german))
    this.count('englishStem', hashOf(english))
    this.countEndings('germanSuffix', german)
    this.countEndings('englishSuffix', english)
  }

  private countBeginnings(word: string): void {
    let hash = HASH_SEED
    for (let at = 0; at < word.length; at++) {
      hash = hashOn(hash, word.charCodeAt(at))
      this.count('prefix', hash)
    }
  }

  private countEndings(kind: AtomKind, word: string): void {
    let hash = HASH_SEED
    for (let at = word.length - 1; at > 0; at--) {
      hash = hashOn(hash, word.charCodeAt(at))
      this.count(kind, hash)
    }
  }

  private count(kind: AtomKind, hash: number): void {
    const cell = cellOf(kind, hash)
    this.counts[cell] = (this.counts[cell] ?? 0) + 1
  }

  private countText(): void {
    this.texts++
    if (this.texts < FADE_AT_TEXTS) return
    this.texts >>>= 1
    for (let cell = 0; cell < CELLS; cell++) this.counts[cell] = (this.counts[cell] ?? 0) >>> 1
  }
}

function cellOf(kind: AtomKind, hash: number): number {
  const mixed = Math.imul(hash ^ (ATOM_KINDS.indexOf(kind) + 1), 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) & (CELLS - 1)
}

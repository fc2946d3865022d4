import { BOUNDS_STRIDE, findTokens, fold, HAS_DIGIT, HAS_LETTER, NO_SPLIT } from '../../../contract/tokens.ts'
import { HASH_SEED, hashOn } from '../hashing.ts'
import { type DocumentTerms, NO_TERM, type TermId } from './documentTerms.ts'
import { DIGIT, ESZETT, FOLDED, LETTER, UMLAUT_E, UNITS, UNPLAIN } from './plainUnits.ts'
import { type Entry, NO_ENTRY } from './stringTable.ts'
import type { TermDictionary } from './termDictionary.ts'

const Q = 0x71
const U = 0x75
const S = 0x73
/** Lowers Q; no other character becomes q. */
const TO_LOWER = 0x20

const MIXED = HAS_LETTER | HAS_DIGIT

/** Longer tokens are not words: no stemming, no suffix match. */
const MAX_WORD_UNITS = 200
/** Limit of the cache of words with their terms; about 100 MB. */
const MAX_REMEMBERED_WORDS = 1_000_000
/** Shifts bits of `UNITS` to those of a token's contents. */
const CONTENTS_SHIFT = 16

/**
 * Marks the terms of texts: folds, splits and looks up in one pass over nearly all texts. The tokens of a text are stored
 * contiguously, so that what several of them spell is a range too.
 */
export class TextScan {
  /** By token of the text: the term of the literal word. */
  private termIds = new Int32Array(256)
  private tokens = 0
  private units = new Uint16Array(4096)
  /** By token: its start, the start of its second part, its contents, its hash. */
  private starts = new Int32Array(257)
  private splits = new Int32Array(256)
  private contents = new Int32Array(258)
  private hashes = new Int32Array(256)
  private place = 0
  private readonly dictionary: TermDictionary
  private readonly documentTerms: DocumentTerms

  constructor(dictionary: TermDictionary, documentTerms: DocumentTerms) {
    this.dictionary = dictionary
    this.documentTerms = documentTerms
  }

  /** Marks all terms of a text at this position of the auction. */
  read(text: string, place: number): void {
    this.tokens = 0
    this.place = place
    this.reserve(text.length)
    if (!this.cutPlain(text)) this.cutAny(text)
    this.markTokens()
    if (this.dictionary.mixedWords > 0) this.markJoins()
  }

  /** Whether the words `of` from `start` to `end`, as literal terms, are adjacent in the text. */
  hasSequence(of: ArrayLike<TermId>, start: number, end: number): boolean {
    const { termIds } = this
    const lastFirst = this.tokens - (end - start)
    const first = of[start]
    for (let token = 0; token <= lastFirst; token++) {
      if (termIds[token] !== first) continue
      let at = start + 1
      while (at < end && termIds[token + at - start] === of[at]) at++
      if (at === end) return true
    }
    return false
  }

  /**
   * Folds and splits in one pass.
   * @returns false at the first unit whose folding depends on its context
   */
  private cutPlain(text: string): boolean {
    const { units, starts, splits, contents, hashes } = this
    const { length } = text
    let end = 0
    let token = 0
    let start = 0
    let split = NO_SPLIT
    let kinds = 0
    let hash = HASH_SEED
    let previous = 0
    for (let at = 0; at < length; at++) {
      const info = UNITS[text.charCodeAt(at)] as number
      if ((info & (LETTER | DIGIT)) === 0) {
        if (info & UNPLAIN) return false
        if (kinds !== 0) {
          starts[token] = start
          splits[token] = split
          contents[token] = (kinds >> CONTENTS_SHIFT) & MIXED
          hashes[token++] = hash
          start = end
          split = NO_SPLIT
          kinds = 0
          hash = HASH_SEED
        }
        previous = 0
        continue
      }
      const folded = info & FOLDED
      // A digit after a letter, an e after a, o or u, or ß: one condition, because it rarely holds.
      if (((previous << 1) & info & (DIGIT | UMLAUT_E)) | (info & ESZETT)) {
        if (info & DIGIT) {
          if (split === NO_SPLIT) split = end
        } else if (info & ESZETT) {
          units[end++] = S
          hash = hashOn(hash, S)
        } else if (at < 2 || (previous & FOLDED) !== U || (text.charCodeAt(at - 2) | TO_LOWER) !== Q) {
          previous = LETTER
          continue
        }
      }
      units[end++] = folded
      hash = hashOn(hash, folded)
      kinds |= info
      previous = info
    }
    if (kinds !== 0) {
      starts[token] = start
      splits[token] = split
      contents[token] = (kinds >> CONTENTS_SHIFT) & MIXED
      hashes[token++] = hash
    }
    starts[token] = end
    this.tokens = token
    return true
  }

  private cutAny(text: string): void {
    const folded = fold(text)
    const bounds: number[] = []
    findTokens(folded, bounds)
    this.reserve(folded.length)
    let end = 0
    let token = 0
    for (let at = 0; at < bounds.length; at += BOUNDS_STRIDE) {
      const [start = 0, split = NO_SPLIT, stop = 0, contents = 0] = bounds.slice(at, at + BOUNDS_STRIDE)
      let hash = HASH_SEED
      this.starts[token] = end
      this.splits[token] = split === NO_SPLIT ? NO_SPLIT : end + split - start
      for (let from = start; from < stop; from++) {
        const unit = folded.charCodeAt(from)
        this.units[end++] = unit
        hash = hashOn(hash, unit)
      }
      this.contents[token] = contents
      this.hashes[token++] = hash
    }
    this.starts[token] = end
    this.tokens = token
  }

  private markTokens(): void {
    const { starts, hashes, dictionary, tokens } = this
    dictionary.words.prefetch(hashes, tokens)
    if (!dictionary.hasWays) this.markWritten()
    else for (let token = 0; token < tokens; token++) this.seeToken(token, starts[token] as number, starts[token + 1] as number)
  }

  /** Marks tokens when words are only found literally. A separate method, so that its compiled code stays small. */
  private markWritten(): void {
    const { termIds, starts, contents, hashes, units, documentTerms, place, tokens } = this
    const { words } = this.dictionary
    for (let token = 0; token < tokens; token++) {
      const start = starts[token] as number
      const end = starts[token + 1] as number
      // Only words of letters and digits have parts or spell two words.
      if (contents[token] !== MIXED) {
        const termId = words.findTag(hashes[token] as number, units, start, end)
        termIds[token] = termId
        if (termId !== NO_TERM) documentTerms.see(termId, place)
      } else this.seeToken(token, start, end)
    }
  }

  private seeToken(token: number, start: number, end: number): void {
    const split = this.splits[token] as number
    const entry = this.see(this.hashes[token] as number, start, end)
    this.termIds[token] = this.dictionary.words.tagOf(entry)
    this.seeSpelled(entry)
    if (split === NO_SPLIT) return
    this.see(this.hashOf(start, split), start, split)
    this.seeSpelled(this.see(this.hashOf(split, end), split, end))
  }

  private hashOf(start: number, end: number): number {
    let hash = HASH_SEED
    for (let at = start; at < end; at++) hash = hashOn(hash, this.units[at] as number)
    return hash
  }

  /**
   * Marks the terms of one token or part.
   * @returns its entry
   */
  private see(hash: number, start: number, end: number): Entry {
    const { dictionary, documentTerms, place } = this
    const { words } = dictionary
    let entry = words.find(hash, this.units, start, end)
    if (entry === NO_ENTRY) {
      if (!dictionary.hasWays) return NO_ENTRY
      if (end - start > MAX_WORD_UNITS || words.size >= MAX_REMEMBERED_WORDS) {
        this.markUnremembered(start, end)
        return NO_ENTRY
      }
      entry = words.enter(this.textOf(start, end))
    }
    const exact = words.tagOf(entry)
    if (exact !== NO_TERM) documentTerms.see(exact, place)
    if (dictionary.hasWays) this.seeWays(entry)
    return entry
  }

  /** Marks the terms of a word that is neither in use nor cached. */
  private markUnremembered(start: number, end: number): void {
    const { words } = this.dictionary
    let hash = HASH_SEED
    for (let at = start; at < end; at++) {
      hash = hashOn(hash, this.units[at] as number)
      const prefix = words.prefix[words.find(hash, this.units, start, at + 1)] as TermId
      if (prefix !== NO_TERM) this.documentTerms.see(prefix, this.place)
    }
    if (end - start <= MAX_WORD_UNITS) words.forEachWay(this.textOf(start, end), (list) => this.seeAll(list))
  }

  private textOf(start: number, end: number): string {
    return String.fromCharCode(...this.units.subarray(start, end))
  }

  private seeWays(entry: Entry): void {
    const { words, hasForms } = this.dictionary
    this.seeAll(words.termIds[entry] as number)
    if (!hasForms) return
    this.seeAll(words.germanStems.termIds[words.germanOf(entry)] as number)
    this.seeAll(words.englishStems.termIds[words.englishOf(entry)] as number)
  }

  private seeAll(list: number): void {
    if (list > 0) this.documentTerms.see(list, this.place)
    else if (list < 0) for (const termId of this.dictionary.lists.several(list)) this.documentTerms.see(termId, this.place)
  }

  private seeSpelled(entry: Entry): void {
    const termId = this.dictionary.words.spelled[entry] as TermId
    if (termId !== NO_TERM) this.documentTerms.see(termId, this.place)
  }

  /**
   * Marks words of letters and digits that two or three consecutive tokens spell. A token may be read as its two parts, so a
   * join begins with a whole token or a second part and ends with a whole token or a first part. A join that begins with a first
   * part is covered by the one that begins with the whole token.
   */
  private markJoins(): void {
    const { contents, splits, starts, hashes, tokens } = this
    const { joinStarts } = this.dictionary
    // Sentinels without letters and digits behind the last token.
    contents[tokens] = contents[tokens + 1] = 0
    for (let token = 0; token + 1 < tokens; token++) {
      if (((contents[token] as number) | (contents[token + 1] as number) | (contents[token + 2] as number)) !== MIXED) continue
      const hash = hashes[token] as number
      if (joinStarts.has(hash)) this.joinFrom(starts[token] as number, hash, token + 1)
      const split = splits[token] as number
      if (split === NO_SPLIT) continue
      const secondHash = this.hashOf(split, starts[token + 1] as number)
      if (joinStarts.has(secondHash)) this.joinFrom(split, secondHash, token + 1)
    }
  }

  /** Marks joins that begin at `start`. `hash`: of everything up to the token before `next`. */
  private joinFrom(start: number, hash: number, next: number): void {
    const { joinStarts } = this.dictionary
    const { units, starts, splits } = this
    const last = Math.min(next + 1, this.tokens - 1)
    let joined = hash
    for (let token = next; token <= last; token++) {
      const split = splits[token] as number
      const end = starts[token + 1] as number
      for (let at = starts[token] as number; at < end; at++) {
        if (at === split) this.seeJoined(joined, start, at)
        joined = hashOn(joined, units[at] as number)
        if (!joinStarts.has(joined)) return
      }
      this.seeJoined(joined, start, end)
    }
  }

  private seeJoined(hash: number, start: number, end: number): void {
    const { words } = this.dictionary
    const entry = words.find(hash, this.units, start, end)
    if (entry === NO_ENTRY || words.mixed[entry] === 0) return
    const termId = words.tagOf(entry)
    if (termId !== NO_TERM) this.documentTerms.see(termId, this.place)
  }

  /** Reserves memory for a text of this many UTF-16 code units: each may be a token, and ß folds to two. */
  private reserve(length: number): void {
    if (2 * length > this.units.length) this.units = new Uint16Array(4 * length)
    if (length < this.termIds.length) return
    this.termIds = new Int32Array(2 * length)
    this.starts = new Int32Array(2 * length + 1)
    this.splits = new Int32Array(2 * length)
    this.contents = new Int32Array(2 * length + 2)
    this.hashes = new Int32Array(2 * length)
  }
}

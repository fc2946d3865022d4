import { BOUNDS_STRIDE, contentsOf, findTokens, fold, HAS_DIGIT, HAS_LETTER, NO_SPLIT } from '../../contract/tokens.ts'
import { type Atom, type AtomFamily, type AtomTable, NO_ATOM } from './atoms.ts'
import { HASH_SEED, hashOf, hashOn } from './hashing.ts'
import { MIN_COMPOUND_HEAD_LETTERS, MIN_SUFFIX_LETTERS } from './patterns.ts'
import { stemsOf } from './stems.ts'

/** A stretch of the folded text. */
type Edge = { start: number; end: number }

/**
 * Finds which atoms of a table a text contains. One scan is used for text after text: what was found in the one before
 * is forgotten by counting on, without clearing anything.
 */
export class TextScan {
  /** The atoms found in the present text, each once. */
  readonly found: Atom[] = []
  private readonly table: AtomTable
  private readonly words: AtomFamily
  private readonly spelled: AtomFamily
  private readonly prefixes: AtomFamily
  private readonly suffixes: AtomFamily
  private readonly germanStems: AtomFamily
  private readonly englishStems: AtomFamily
  private readonly germanSuffixes: AtomFamily
  private readonly englishSuffixes: AtomFamily
  /** By atom: the number of the text in which it was found last. */
  private foundIn = new Uint32Array(1024)
  private textNumber = 0
  private folded = ''
  private readonly bounds: number[] = []

  constructor(table: AtomTable) {
    this.table = table
    this.words = table.family('word')
    this.spelled = table.family('spelled')
    this.prefixes = table.family('prefix')
    this.suffixes = table.family('suffix')
    this.germanStems = table.family('germanStem')
    this.englishStems = table.family('englishStem')
    this.germanSuffixes = table.family('germanSuffix')
    this.englishSuffixes = table.family('englishSuffix')
  }

  /** Starts on a new text, in which nothing is found yet. */
  start(): void {
    this.found.length = 0
    this.textNumber = (this.textNumber + 1) >>> 0
    if (this.foundIn.length < this.table.size) this.foundIn = new Uint32Array(2 * this.table.size)
    else if (this.textNumber === 0) this.foundIn.fill(0)
    if (this.textNumber === 0) this.textNumber = 1
  }

  has(atom: Atom): boolean {
    return this.foundIn[atom] === this.textNumber
  }

  /** Marks an atom as found by other means than a text. */
  mark(atom: Atom): void {
    if (atom === NO_ATOM || this.foundIn[atom] === this.textNumber) return
    this.foundIn[atom] = this.textNumber
    this.found.push(atom)
  }

  /** Marks all atoms of a text. */
  read(text: string): void {
    const { bounds } = this
    this.folded = fold(text)
    findTokens(this.folded, bounds)
    for (let at = 0; at < bounds.length; at += BOUNDS_STRIDE) {
      const start = bounds[at] ?? 0
      const split = bounds[at + 1] ?? NO_SPLIT
      const end = bounds[at + 2] ?? 0
      this.readEdge(start, end, (bounds[at + 3] ?? 0) === HAS_LETTER)
      if (split === NO_SPLIT) this.markIn(this.spelled, start, end)
      else this.readParts(start, split, end)
    }
    if (this.words.size > 0) this.readJoins()
  }

  private readParts(start: number, split: number, end: number): void {
    this.readEdge(start, split, contentsOf(this.folded.slice(start, split)) === HAS_LETTER)
    this.readEdge(split, end, false)
    this.markIn(this.spelled, start, end)
    this.markIn(this.spelled, split, end)
  }

  /** Marks what one token or part gives. `lettersOnly`: it has forms. */
  private readEdge(start: number, end: number, lettersOnly: boolean): void {
    const { folded } = this
    const readsPrefixes = this.prefixes.size > 0
    let hash = HASH_SEED
    for (let at = start; at < end; at++) {
      hash = hashOn(hash, folded.charCodeAt(at))
      if (readsPrefixes) this.mark(this.prefixes.find(hash, folded, start, at + 1))
    }
    this.mark(this.words.find(hash, folded, start, end))
    this.readEndings(this.suffixes, folded, start, end)
    if (lettersOnly && this.mayHaveStem(folded.charCodeAt(start))) this.readStems(folded.slice(start, end))
  }

  /** Whether a word that begins so is worth stemming: neither stemmer ever changes the first letter of a folded word. */
  private mayHaveStem(first: number): boolean {
    if (this.germanSuffixes.size + this.englishSuffixes.size > 0) return true
    return this.germanStems.hasBeginning(first) || this.englishStems.hasBeginning(first)
  }

  private readStems(word: string): void {
    const { german, english } = stemsOf(word)
    this.markIn(this.germanStems, 0, german.length, german)
    this.markIn(this.englishStems, 0, english.length, english)
    this.readEndings(this.germanSuffixes, german, 0, german.length)
    this.readEndings(this.englishSuffixes, english, 0, english.length)
  }

  private readEndings(endings: AtomFamily, source: string, start: number, end: number): void {
    if (endings.size === 0) return
    const lastStart = start + MIN_COMPOUND_HEAD_LETTERS
    let hash = HASH_SEED
    for (let at = end - 1; at >= lastStart; at--) {
      hash = hashOn(hash, source.charCodeAt(at))
      if (end - at >= MIN_SUFFIX_LETTERS) this.mark(endings.find(hash, source, at, end))
    }
  }

  private markIn(family: AtomFamily, start: number, end: number, source = this.folded): void {
    if (family.size === 0) return
    this.mark(family.find(hashOf(source.slice(start, end)), source, start, end))
  }

  /**
   * Marks the words of letters and digits that two or three consecutive tokens spell. In a reading a token may be its
   * two parts, so a join begins with a whole token or a second part and ends with a whole token or a first part; one
   * that begins with a first part is a shorter one that begins with the whole.
   */
  private readJoins(): void {
    const { bounds } = this
    for (let at = 0; at + BOUNDS_STRIDE < bounds.length; at += BOUNDS_STRIDE) {
      const contents = (bounds[at + 3] ?? 0) | (bounds[at + BOUNDS_STRIDE + 3] ?? 0) | (bounds[at + 2 * BOUNDS_STRIDE + 3] ?? 0)
      if (contents !== (HAS_LETTER | HAS_DIGIT)) continue
      const split = bounds[at + 1] ?? NO_SPLIT
      const end = bounds[at + 2] ?? 0
      this.joinFrom({ start: bounds[at] ?? 0, end }, at + BOUNDS_STRIDE)
      if (split !== NO_SPLIT) this.joinFrom({ start: split, end }, at + BOUNDS_STRIDE)
    }
  }

  private joinFrom(first: Edge, next: number): void {
    const second = this.joinWith([first], next)
    if (second && next + BOUNDS_STRIDE < this.bounds.length) this.joinWith([first, second], next + BOUNDS_STRIDE)
  }

  /** Marks the edges together with the token at `next`, and with its first part; gives the token. */
  private joinWith(edges: readonly Edge[], next: number): Edge {
    const start = this.bounds[next] ?? 0
    const split = this.bounds[next + 1] ?? NO_SPLIT
    const token = { start, end: this.bounds[next + 2] ?? 0 }
    this.markJoin([...edges, token])
    if (split !== NO_SPLIT) this.markJoin([...edges, { start, end: split }])
    return token
  }

  private markJoin(edges: readonly Edge[]): void {
    const { folded, words } = this
    let hash = HASH_SEED
    for (const { start, end } of edges) {
      for (let at = start; at < end; at++) hash = hashOn(hash, folded.charCodeAt(at))
    }
    if (!words.hasHash(hash)) return
    const joined = edges.map(({ start, end }) => folded.slice(start, end)).join('')
    if (contentsOf(joined) === (HAS_LETTER | HAS_DIGIT)) this.mark(words.find(hash, joined, 0, joined.length))
  }
}

/**
 * Tokenizes texts, in the same way for filters and auctions.
 *
 * A text is folded: NFKC, invisible characters removed, lower case, umlauts, their two-letter spellings and ß written plainly,
 * all other marks removed. Every run of letters and digits of the folded text is a token. A token with a letter directly before
 * a digit also counts as its two parts: `rtx3080ti` as `rtx` and `3080ti`.
 */

/**
 * Soft hyphen, zero-width space, non-joiner and joiner, word joiner, byte order mark: invisible, so they do not separate words.
 */
const INVISIBLE = /[\u{AD}\u{200B}\u{200C}\u{2060}\u{FEFF}]|\u{200D}/gu
const MARKS = /\p{M}+/gu
/** Texts of only these characters need neither NFKC nor NFD; nearly all titles. */
const PLAIN = /^[\t\n\r -~ÄÖÜäöüß–—’„“”€]*$/
/** A character and those that may compose with it under NFKC: marks, Hangul vowels and finals, half-width voicing marks. */
const COMPOSED = /.[\p{M}\u{1160}-\u{11FF}\u{3130}-\u{318F}\u{FF9E}\u{FF9F}\u{FFA0}-\u{FFDC}]*/gsu

const LETTER = /^\p{L}$/u
const DIGIT = /^\p{N}$/u

/** A range of a text in UTF-16 code units, end exclusive. */
export type Stretch = { readonly start: number; readonly end: number }

/** A token of a text; `start` and `end` refer to the original text, in UTF-16 code units, end exclusive. */
export type Token = Stretch & {
  /** Folded. */
  readonly text: string
  /** The two parts of a token with a letter directly before a digit. */
  readonly parts?: readonly [Token, Token]
}

/** The folded text, in which every run of letters and digits is a token. */
export function fold(text: string): string {
  if (isFolded(text)) return text
  if (PLAIN.test(text)) return foldUmlauts(text.toLowerCase())
  const composed = text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase()
  return foldUmlauts(composed).normalize('NFD').replace(MARKS, '')
}

const ZERO = 0x30
const NINE = 0x39
const UPPER_A = 0x41
const UPPER_Z = 0x5a
const LOWER_A = 0x61
const LOWER_E = 0x65
const LOWER_O = 0x6f
const LOWER_Q = 0x71
const LOWER_U = 0x75
const LOWER_Z = 0x7a
const LAST_ASCII = 0x7f
/** ä, ö, ü, ß. */
const PLAIN_LETTERS: ReadonlyMap<number, string> = new Map([
  [0xe4, 'a'],
  [0xf6, 'o'],
  [0xfc, 'u'],
  [0xdf, 'ss'],
])

/** Whether folding leaves a text unchanged. Checks character codes only, which suffices for most input. */
function isFolded(text: string): boolean {
  let previous = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > LAST_ASCII || (unit >= UPPER_A && unit <= UPPER_Z)) return false
    if (unit === LOWER_E && makesUmlaut(previous)) return false
    previous = unit
  }
  return true
}

/** The end of the ASCII letters and digits from `from` on that folding leaves unchanged; for most words the end of the word. */
export function endOfPlain(text: string, from: number): number {
  let previous = 0
  let at = from
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (!isPlain(unit) || (unit === LOWER_E && makesUmlaut(previous))) return at
    previous = unit
  }
  return at
}

function isPlain(unit: number): boolean {
  return (unit >= LOWER_A && unit <= LOWER_Z) || (unit >= ZERO && unit <= NINE)
}

/** Whether an e after this letter may form an umlaut. */
function makesUmlaut(before: number): boolean {
  return before === LOWER_A || before === LOWER_O || before === LOWER_U
}

/** Whether a text is a single ASCII token. */
function isOneToken(folded: string): boolean {
  for (let at = 0; at < folded.length; at++) {
    if (!isPlain(folded.charCodeAt(at))) return false
  }
  return folded !== ''
}

/** The folded tokens of a text, in order. */
export function tokenize(text: string): string[] {
  const folded = fold(text)
  if (isOneToken(folded)) return [folded]
  const bounds: number[] = []
  findTokens(folded, bounds)
  const tokens: string[] = []
  for (let at = 0; at < bounds.length; at += BOUNDS_STRIDE) tokens.push(folded.slice(bounds[at], bounds[at + 2]))
  return tokens
}

/** The tokens of a text with their parts and ranges in the original. Slower than `tokenize`. */
export function tokenizeWithPlaces(text: string): Token[] {
  const folded = foldWithPlaces(text)
  const bounds: number[] = []
  findTokens(folded.text, bounds)
  const cut = (from: number, to: number) => ({
    text: folded.text.slice(from, to),
    start: folded.starts[from] ?? 0,
    end: folded.ends[to - 1] ?? 0,
  })
  const tokens: Token[] = []
  for (let at = 0; at < bounds.length; at += BOUNDS_STRIDE) {
    const [start = 0, split = NO_SPLIT, end = 0] = bounds.slice(at, at + BOUNDS_STRIDE)
    const whole = cut(start, end)
    tokens.push(split === NO_SPLIT ? whole : { ...whole, parts: [cut(start, split), cut(split, end)] })
  }
  return tokens
}

/** Numbers that `findTokens` writes per token: start, split, end, contents. */
export const BOUNDS_STRIDE = 4
/** Value of `split` for a token that has no letter directly before a digit. */
export const NO_SPLIT = -1
/** Bits of `contents`. */
export const HAS_LETTER = 1
export const HAS_DIGIT = 2

/**
 * Writes the tokens of a folded text into `bounds` (emptied first): for each its start, the start of its second part or
 * `NO_SPLIT`, its end, and its contents (`HAS_LETTER | HAS_DIGIT`). Creates no strings, for callers that read many texts.
 */
export function findTokens(folded: string, bounds: number[]): void {
  bounds.length = 0
  let start = -1
  let split = NO_SPLIT
  let contents = 0
  let previous = OTHER
  for (let at = 0; at < folded.length; at++) {
    const kind = kindAt(folded, at)
    if (kind === OTHER) {
      if (start >= 0) bounds.push(start, split, at, contents)
      start = -1
    } else if (start < 0) {
      start = at
      split = NO_SPLIT
      contents = kind
    } else {
      if (split === NO_SPLIT && kind === HAS_DIGIT && previous === HAS_LETTER) split = at
      contents |= kind
    }
    previous = kind
  }
  if (start >= 0) bounds.push(start, split, folded.length, contents)
}

/** The contents of a token or part: `HAS_LETTER | HAS_DIGIT`. */
export function contentsOf(token: string): number {
  let contents = 0
  for (let at = 0; at < token.length; at++) contents |= kindAt(token, at) & (HAS_LETTER | HAS_DIGIT)
  return contents
}

export function endsInDigit(token: string): boolean {
  return token.length > 0 && kindAt(token, token.length - 1) === HAS_DIGIT
}

const OTHER = 4
/** Kinds of the code units seen so far, 0 for unseen: caches the results of the regular expressions. */
const kinds = new Uint8Array(0x1_0000)

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit >= 0xd800 && unit <= 0xdfff) return kindOf(characterAround(text, at))
  const known = kinds[unit]
  if (known) return known
  const kind = kindOf(text.charAt(at))
  kinds[unit] = kind
  return kind
}

/** The character of the surrogate at `at`; a lone surrogate is a character by itself. */
function characterAround(text: string, at: number): string {
  const before = at > 0 ? (text.codePointAt(at - 1) ?? 0) : 0
  return String.fromCodePoint(before > 0xffff ? before : (text.codePointAt(at) ?? 0))
}

function kindOf(character: string): number {
  if (LETTER.test(character)) return HAS_LETTER
  return DIGIT.test(character) ? HAS_DIGIT : OTHER
}

/** ä, ae → a; ö, oe → o; ü, ue → u; ß → ss. */
function foldUmlauts(lowered: string): string {
  let folded = ''
  let from = 0
  for (let at = 0; at < lowered.length; at++) {
    const plain = plainAt(lowered, at)
    if (plain === undefined) continue
    folded += lowered.slice(from, at) + plain
    from = at + 1
  }
  return from === 0 ? lowered : folded + lowered.slice(from)
}

/** The replacement of a letter; undefined for an unchanged one. */
function plainAt(lowered: string, at: number): string | undefined {
  const unit = lowered.charCodeAt(at)
  if (unit > LAST_ASCII) return PLAIN_LETTERS.get(unit)
  return unit === LOWER_E && isUmlautSpelling(lowered, at) ? '' : undefined
}

/** Whether this e forms an umlaut with the letter before it: not after `qu`, as in Quelle, boutique. */
function isUmlautSpelling(lowered: string, at: number): boolean {
  const before = lowered.charCodeAt(at - 1)
  return before === LOWER_A || before === LOWER_O || (before === LOWER_U && lowered.charCodeAt(at - 2) !== LOWER_Q)
}

/** A folded text, and the range in the original for each of its code units. */
type PlacedText = { text: string; starts: number[]; ends: number[] }

/** As `fold`, but step by step to track ranges. Each step handles single characters; the text is the same. */
function foldWithPlaces(original: string): PlacedText {
  const lowered: PlacedText = { text: '', starts: [], ends: [] }
  for (const { 0: composed, index } of original.matchAll(COMPOSED)) {
    append(lowered, composed.normalize('NFKC').replace(INVISIBLE, ''), index, index + composed.length, true)
  }
  // The lower case of Σ depends on its neighbours, but its length does not.
  lowered.text = lowered.text.toLowerCase()

  const folded: PlacedText = { text: '', starts: [], ends: [] }
  for (const { 0: piece, index } of lowered.text.matchAll(PIECES)) {
    const start = lowered.starts[index] ?? 0
    const end = lowered.ends[index + piece.length - 1] ?? start
    append(folded, foldUmlauts(piece).normalize('NFD').replace(MARKS, ''), start, end, false)
  }
  return folded
}

/** Two letters that fold to one, or one character. */
const PIECES = /ae|oe|(?<!q)ue|./gsu

/** Appends a piece whose code units all come from one range. `beforeLowering`: counts the units of its lower case. */
function append(to: PlacedText, piece: string, start: number, end: number, beforeLowering: boolean): void {
  to.text += piece
  const units = beforeLowering ? piece.toLowerCase().length : piece.length
  for (let unit = 0; unit < units; unit++) {
    to.starts.push(start)
    to.ends.push(end)
  }
}

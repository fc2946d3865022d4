import type { FieldError } from './errors.ts'
import type { FilterCriteria } from './filter.ts'
import { endOfPlain, type Stretch, tokenize } from './tokens.ts'
import { MAX_KEYWORD_LENGTH, MAX_KEYWORDS_LENGTH, MAX_KEYWORDS_TOKENS, MAX_KEYWORDS_WORDS } from './vocabulary/limits.ts'

/*
 * The keyword language:
 *
 *   expression = term, { space, term }           every term must hold
 *   term       = [ "-" ], ( word | phrase | group )
 *   group      = "(", alternative, { ",", alternative }, ")"     any alternative; all words of an alternative
 *   phrase     = '"', words, '"'                 these words, adjacent and in this order, as written
 *   word       = characters without space , ( ) "  ; a trailing * = prefix, at least 2 characters before it
 *
 * A comma outside a group counts as a space. Typographic quotes are quotes, dashes before a term are minuses (autocorrection
 * produces them), and a quote directly after a digit is the inch sign unless a phrase is open. Faulty keywords are parsed as far as
 * possible, so that the app can mark the fault in place; matching accepts only faultless keywords.
 */

/** All ranges (`start`, `end`) are UTF-16 code units of the keywords as typed, end exclusive. */
export type KeywordWord = Stretch & {
  readonly kind: 'word'
  /** As typed, without the star of a prefix. */
  readonly text: string
  readonly prefix: boolean
  /** Several tokens must be adjacent. None: only separators (`&`), which require nothing. */
  readonly tokens: readonly string[]
}
export type KeywordPhrase = Stretch & { readonly kind: 'phrase'; readonly tokens: readonly string[] }
export type KeywordAlternative = Stretch & { readonly words: readonly (KeywordWord | KeywordPhrase)[] }
export type KeywordGroup = Stretch & { readonly kind: 'group'; readonly alternatives: readonly KeywordAlternative[] }

/** `start` includes the minus of an excluded term. */
export type KeywordTerm = Stretch & {
  readonly excluded: boolean
  readonly value: KeywordWord | KeywordPhrase | KeywordGroup
}

// biome-ignore format: a table
export type KeywordFaultCode =
  | 'tooLong' | 'tooManyWords' | 'wordTooLong' | 'loneMinus' | 'loneStar' | 'prefixTooShort' | 'emptyPhrase' | 'emptyGroup' | 'nestedGroup'
  | 'unbalancedQuote' | 'unbalancedBracket' | 'onlyExclusions' | 'nothingAsked'

export type KeywordFault = Stretch & { readonly code: KeywordFaultCode; readonly message: string }

export type ParsedKeywords = {
  readonly terms: readonly KeywordTerm[]
  /** In order of position. */
  readonly faults: readonly KeywordFault[]
}

const MESSAGES: Readonly<Record<KeywordFaultCode, string>> = {
  tooLong: `more than ${MAX_KEYWORDS_LENGTH} characters`,
  tooManyWords: `more than ${MAX_KEYWORDS_WORDS} words or ${MAX_KEYWORDS_TOKENS} parts of words`,
  wordTooLong: `a word of more than ${MAX_KEYWORD_LENGTH} characters`,
  loneMinus: 'a minus must directly precede the term that it excludes',
  loneStar: 'a star must directly follow the beginning of a word',
  prefixTooShort: 'a star needs at least two characters before it',
  emptyPhrase: 'a phrase needs a word',
  emptyGroup: 'a group needs a word',
  nestedGroup: 'a group cannot contain a group',
  unbalancedQuote: 'the closing quote is missing',
  unbalancedBracket: 'a bracket has no partner',
  onlyExclusions: 'exclusions alone need another criterion',
  nothingAsked: 'neither a word nor another criterion',
}

export type ParseOptions = {
  /** Whether the filter has another criterion. Then the keywords may be empty or contain only exclusions. */
  readonly hasOtherCriterion: boolean
}

/** Parses keywords as typed. Faults are results, never exceptions. Keywords with faults must not be saved or matched. */
export function parseKeywords(text: string, { hasOtherCriterion }: ParseOptions): ParsedKeywords {
  const reader = new KeywordReader(text)
  const terms = reader.readTerms()
  if (text.length > MAX_KEYWORDS_LENGTH) reader.addFault('tooLong', MAX_KEYWORDS_LENGTH, text.length)
  if (reader.oneTooMany !== NOTHING) reader.addFault('tooManyWords', reader.oneTooMany, text.length)
  if (!hasOtherCriterion && reader.faults.length === 0 && !terms.some(isRequired)) {
    reader.addFault(terms.some((term) => term.excluded) ? 'onlyExclusions' : 'nothingAsked', 0, text.length)
  }
  if (reader.faults.length > 1) reader.faults.sort((a, b) => a.start - b.start)
  return { terms, faults: reader.faults }
}

/** Whether a term requires anything; a word of separators does not. */
function isRequired(term: KeywordTerm): boolean {
  return !term.excluded && (term.value.kind !== 'word' || term.value.tokens.length > 0)
}

const MINUS = 0x2d
const OTHER_MINUSES: ReadonlySet<number> = new Set(Array.from('‐‑‒–—−－', (dash) => dash.charCodeAt(0)))
const STAR = 0x2a
const COMMA = 0x2c
const OPEN = 0x28
const CLOSE = 0x29
/** Instead of a code unit: the end of the text; instead of a position: none. */
const NOTHING = -1
const ASCII_QUOTE = 0x22
const OTHER_QUOTES: ReadonlySet<number> = new Set(Array.from('“”„‟＂', (quote) => quote.charCodeAt(0)))
const LAST_ASCII = 0x7f
const WHITE_SPACE = /\s/

function isWhite(unit: number): boolean {
  if (unit > LAST_ASCII) return WHITE_SPACE.test(String.fromCharCode(unit))
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
}

function isSpace(unit: number): boolean {
  return unit === COMMA || isWhite(unit)
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/** Characters that may follow the inch sign: `27" tv`, `(24",27")`, `27"-tv`. */
function endsInches(unit: number): boolean {
  return unit === NOTHING || isSpace(unit) || unit === CLOSE || unit === MINUS
}

function isQuote(unit: number): boolean {
  return unit === ASCII_QUOTE || (unit > LAST_ASCII && OTHER_QUOTES.has(unit))
}

/** Other dashes also stand alone between words: they are a minus only directly before a term. */
function isMinus(unit: number, next: number): boolean {
  return unit === MINUS || (unit > LAST_ASCII && OTHER_MINUSES.has(unit) && next !== NOTHING && !isSpace(next))
}

function endsWord(unit: number): boolean {
  return unit === NOTHING || isSpace(unit) || unit === OPEN || unit === CLOSE || isQuote(unit)
}

function endsPhrase(unit: number): boolean {
  return unit === NOTHING || isQuote(unit)
}

function endsAlternative(unit: number): boolean {
  return unit === COMMA || unit === CLOSE || unit === NOTHING
}

class KeywordReader {
  readonly faults: KeywordFault[] = []
  /** The start of the first word beyond the limit, or `NOTHING`. */
  oneTooMany = NOTHING
  /** Words as typed, including those of phrases. */
  private words = 0
  /** Tokens of these words: `18-55mm` is two. A word without tokens counts as one. */
  private tokens = 0
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  addFault(code: KeywordFaultCode, start: number, end: number): void {
    this.faults.push({ code, start, end, message: MESSAGES[code] })
  }

  readTerms(): KeywordTerm[] {
    const terms: KeywordTerm[] = []
    while (this.at < this.text.length) {
      if (isSpace(this.peek())) {
        this.at++
        continue
      }
      const term = this.readTerm()
      if (term) terms.push(term)
    }
    return terms
  }

  private readTerm(): KeywordTerm | undefined {
    const start = this.at
    const excluded = isMinus(this.peek(), this.peek(1))
    if (excluded) this.at++
    const faultsBefore = this.faults.length
    const value = this.readValue()
    const asksNothing = !value || (value.kind === 'word' && value.tokens.length === 0)
    if (excluded && asksNothing && this.faults.length === faultsBefore) this.addFault('loneMinus', start, this.at)
    return value && { excluded, value, start, end: this.at }
  }

  private readValue(): KeywordTerm['value'] | undefined {
    const next = this.peek()
    if (next === NOTHING || isSpace(next)) return undefined
    if (isQuote(next)) return this.readPhrase()
    if (next === OPEN) return this.readGroup()
    if (next === CLOSE) return this.refuse('unbalancedBracket')
    return this.readWord()
  }

  private readWord(): KeywordWord {
    const start = this.at
    this.at = endOfPlain(this.text, start)
    if (this.at > start && endsWord(this.peek()) && !this.isInchSign()) {
      // Fast path for most words: the word is its own only token.
      const token = this.text.slice(start, this.at)
      this.countTokens([token], start, this.at)
      return { kind: 'word', text: token, prefix: false, tokens: [token], start, end: this.at }
    }
    while (!endsWord(this.peek()) || this.isInchSign()) this.at++
    let end = this.at
    while (end > start && this.text.charCodeAt(end - 1) === STAR) end--
    const text = this.text.slice(start, end)
    const prefix = end < this.at
    const tokens = tokenize(text)
    this.countTokens(tokens, start, this.at)
    if (prefix && text === '') this.addFault('loneStar', start, this.at)
    else if (prefix && ([...text].length < 2 || tokens.length === 0)) this.addFault('prefixTooShort', start, this.at)
    return { kind: 'word', text, prefix, tokens, start, end: this.at }
  }

  private readPhrase(): KeywordPhrase {
    const start = this.at++
    const from = this.at
    while (!endsPhrase(this.peek())) this.at++
    const inside = this.text.slice(from, this.at)
    const tokens = tokenize(inside)
    if (this.peek() === NOTHING) this.addFault('unbalancedQuote', start, this.at)
    else {
      this.at++
      if (tokens.length === 0) this.addFault('emptyPhrase', start, this.at)
    }
    this.countPhrase(inside, from)
    return { kind: 'phrase', tokens, start, end: this.at }
  }

  private readGroup(): KeywordGroup {
    const start = this.at++
    const faultsBefore = this.faults.length
    const alternatives: KeywordAlternative[] = []
    while (this.peek() !== NOTHING && this.peek() !== CLOSE) {
      const alternative = this.readAlternative()
      if (alternative.words.length > 0) alternatives.push(alternative)
      if (this.peek() === COMMA) this.at++
    }
    if (this.peek() === NOTHING) this.addFault('unbalancedBracket', start, this.at)
    else this.at++
    const asksNothing = alternatives.every((alternative) => alternative.words.every((word) => word.tokens.length === 0))
    if (asksNothing && this.faults.length === faultsBefore) this.addFault('emptyGroup', start, this.at)
    return { kind: 'group', alternatives, start, end: this.at }
  }

  private readAlternative(): KeywordAlternative {
    const words: (KeywordWord | KeywordPhrase)[] = []
    this.skipWhite()
    const start = this.at
    let end = start
    while (!endsAlternative(this.peek())) {
      const word = this.readGroupWord()
      if (word) words.push(word)
      end = this.at
      this.skipWhite()
    }
    return { words, start, end }
  }

  private readGroupWord(): KeywordWord | KeywordPhrase | undefined {
    const next = this.peek()
    if (next === OPEN) return this.refuse('nestedGroup')
    if (isQuote(next)) return this.readPhrase()
    const word = this.readWord()
    if (/^-+$/.test(word.text)) this.addFault('loneMinus', word.start, word.end)
    return word
  }

  /** Counts the word from `start` to `end` and its tokens. */
  private countTokens(tokens: readonly string[], start: number, end: number): void {
    this.words += 1
    this.tokens += Math.max(1, tokens.length)
    const isOneTooMany = this.words > MAX_KEYWORDS_WORDS || this.tokens > MAX_KEYWORDS_TOKENS
    if (isOneTooMany && this.oneTooMany === NOTHING) this.oneTooMany = start
    if (tokens.some(({ length }) => length > MAX_KEYWORD_LENGTH)) this.addFault('wordTooLong', start, end)
  }

  /** Counts the tokens of a phrase word by word, so that a fault gets the range of its word. */
  private countPhrase(inside: string, from: number): void {
    for (const { 0: word, index } of inside.matchAll(/\S+/g)) {
      this.countTokens(tokenize(word), from + index, from + index + word.length)
    }
  }

  /** Skips a character that is invalid here. */
  private refuse(code: KeywordFaultCode): undefined {
    this.addFault(code, this.at, this.at + 1)
    this.at++
    return undefined
  }

  /** The next code unit, or one after it, or `NOTHING`. */
  private peek(ahead = 0): number {
    const at = this.at + ahead
    return at < this.text.length ? this.text.charCodeAt(at) : NOTHING
  }

  /** `27"`: a quote after a digit that is not followed by a word, as a phrase's would be. */
  private isInchSign(): boolean {
    return isQuote(this.peek()) && this.at > 0 && isDigit(this.text.charCodeAt(this.at - 1)) && endsInches(this.peek(1))
  }

  private skipWhite(): void {
    while (isWhite(this.peek())) this.at++
  }
}

type DraftCriteria = Omit<FilterCriteria, 'location' | 'name' | 'notify' | 'enabled' | 'unknown'> & { location?: unknown }

/** Whether a draft or a filter has a criterion besides its keywords. */
export function hasOtherCriterion(draft: DraftCriteria): boolean {
  const { price, sellers } = draft
  return (
    draft.marketplaces.length > 0 ||
    draft.buyingOptions.length > 0 ||
    draft.conditions.length > 0 ||
    draft.categories.length > 0 ||
    price?.min !== undefined ||
    price?.max !== undefined ||
    draft.maxBids !== undefined ||
    draft.location !== undefined ||
    draft.shippingTo !== undefined ||
    (sellers !== undefined && sellers.only.length + sellers.never.length > 0) ||
    draft.commercial !== undefined ||
    draft.endsWithinMinutes !== undefined
  )
}

/** The faults of a draft's keywords as field errors with their ranges; empty when they may be saved. */
export function keywordErrors(draft: DraftCriteria): FieldError[] {
  const { faults } = parseKeywords(draft.keywords, { hasOtherCriterion: hasOtherCriterion(draft) })
  return faults.map((fault) => ({ path: 'keywords', ...fault }))
}

import type { KeywordAlternative, KeywordGroup, KeywordTerm, KeywordWord } from './keywords.ts'
import type { Stretch } from './tokens.ts'

/** Shorter words are abbreviations or very common: another word is always only one letter away. */
const MIN_LETTERS = 4
const LATIN_LETTERS = /^\p{Script=Latin}+$/u

/** A required word whose misspellings may be searched too. */
export type SpellableWord = Stretch & {
  /** Folded. */
  readonly token: string
  /** As typed, in lower case. */
  readonly text: string
  /** The group in which it is an alternative. */
  readonly group?: KeywordGroup
}

/**
 * Keywords that may be misspelled, in order: single words outside groups, and alternatives of one word. Phrases are meant
 * literally, prefixes already match widely, and excluding misspellings would hide auctions unexpectedly.
 */
export function spellableWords(terms: readonly KeywordTerm[]): SpellableWord[] {
  return terms.flatMap(({ excluded, value }) => {
    if (excluded) return []
    if (value.kind === 'word') return spellable(value) ?? []
    if (value.kind === 'phrase') return []
    return value.alternatives.flatMap(({ words }) => {
      const [word, ...others] = words
      if (word?.kind !== 'word' || others.length > 0) return []
      const found = spellable(word)
      return found ? { ...found, group: value } : []
    })
  })
}

function spellable({ text, prefix, tokens, start, end }: KeywordWord): SpellableWord | undefined {
  const [token] = tokens
  const letters = text.normalize('NFC')
  if (prefix || token === undefined || token.length < MIN_LETTERS || !LATIN_LETTERS.test(letters)) return undefined
  return { token, text: letters.toLowerCase(), start, end }
}

/** The alternative of a group that is exactly this word. `token`: folded. */
export function alternativeOf({ alternatives }: KeywordGroup, token: string): KeywordAlternative | undefined {
  return alternatives.find(({ words: [word, ...others] }) => {
    return word?.kind === 'word' && !word.prefix && others.length === 0 && word.tokens.length === 1 && word.tokens[0] === token
  })
}

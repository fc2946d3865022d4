import type { KeywordAlternative, KeywordGroup, KeywordTerm, KeywordWord } from './keywords.ts'
import type { Stretch } from './tokens.ts'

/** Shorter words are abbreviations or everybody's: one letter away there is always another word. */
const MIN_LETTERS = 4
const LATIN_LETTERS = /^\p{Script=Latin}+$/u

/** A required word that may also be looked for in other spellings. */
export type SpellableWord = Stretch & {
  /** Folded. */
  readonly token: string
  /** As typed, in lower case. */
  readonly text: string
  /** The group in which it is an alternative. */
  readonly group?: KeywordGroup
}

/**
 * The words of keywords that stand for themselves, in order: outside of groups, or as a whole alternative. Phrases are meant as they are
 * written, beginnings of words find much already, and excluded words should hide no more than the user has seen.
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

/** The alternative of a group that is this one word, whatever its length; `token`: folded. */
export function alternativeOf({ alternatives }: KeywordGroup, token: string): KeywordAlternative | undefined {
  return alternatives.find(({ words: [word, ...others] }) => {
    return word?.kind === 'word' && !word.prefix && others.length === 0 && word.tokens.length === 1 && word.tokens[0] === token
  })
}

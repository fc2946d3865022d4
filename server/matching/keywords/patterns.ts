import type { WordMatch } from '../../../contract/filter.ts'
import { contentsOf, endsInDigit, HAS_DIGIT, HAS_LETTER } from '../../../contract/tokens.ts'
import { type Stems, stemsOf } from './stems.ts'

/** A word of at least this length is also found at the end of a compound … */
export const MIN_SUFFIX_LETTERS = 4
/** … that is at least this much longer. */
export const MIN_COMPOUND_HEAD_LETTERS = 3

/** One token of a filter's keywords, and how it is compared with tokens of a text. */
export type WordPattern = {
  readonly token: string
  /** Compared with the beginning of tokens. */
  readonly prefix: boolean
  /** Words with equal stems are equal. Absent for words with digits and for exact matching. */
  readonly stems?: Stems
  /** Also found at the end of a longer token. */
  readonly compound: boolean
}

/** The pattern of a folded token under this `wordMatch`. */
export function wordPattern(token: string, wordMatch: WordMatch, prefix = false): WordPattern {
  const hasForms = wordMatch !== 'exact' && !prefix && contentsOf(token) === HAS_LETTER
  if (!hasForms) return { token, prefix, compound: false }
  return { token, prefix, compound: wordMatch === 'compounds', stems: stemsOf(token) }
}

/** Whether it is a word of letters and digits, which is also found when two or three consecutive tokens spell it. */
export function isJoinable({ token, prefix }: WordPattern): boolean {
  return !prefix && contentsOf(token) === (HAS_LETTER | HAS_DIGIT)
}

/** Whether one token or part of a text is this word. `occurrences.ts` handles joined tokens. */
export function isFoundBy(pattern: WordPattern, text: string): boolean {
  if (pattern.prefix) return text.startsWith(pattern.token)
  if (text === pattern.token) return true
  if (pattern.compound && isCompoundOf(text, pattern.token)) return true
  if (!pattern.stems || contentsOf(text) !== HAS_LETTER) return false
  const stems = stemsOf(text)
  const { german, english } = pattern.stems
  return (
    stems.german === german ||
    stems.english === english ||
    (pattern.compound && (isCompoundOf(stems.german, german) || isCompoundOf(stems.english, english)))
  )
}

function isCompoundOf(text: string, ending: string): boolean {
  return ending.length >= MIN_SUFFIX_LETTERS && text.length >= ending.length + MIN_COMPOUND_HEAD_LETTERS && text.endsWith(ending)
}

/** Whether two adjacent words are also found in one token that spells both: `3080 ti` in "3080Ti". */
export function canSpellTogether(first: WordPattern, second: WordPattern): boolean {
  return !first.prefix && !second.prefix && endsInDigit(first.token) && contentsOf(second.token) === HAS_LETTER
}

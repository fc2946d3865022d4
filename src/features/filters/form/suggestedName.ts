import { type KeywordGroup, parseKeywords } from '../../../../contract/keywords.ts'
import { type SpellableWord, spellableWords } from '../../../../contract/spellableWords.ts'
import type { FilterForm } from './form.ts'

const NAME_LENGTH = 80
/** A typing error changes one letter, rarely two. */
const MAX_DIFFERENT_LETTERS = 2

/** Default name of a filter: its keywords without misspellings. */
export function suggestedName({ keywords }: FilterForm, fallback: string): string {
  const words = spellableWords(parseKeywords(keywords, { hasOtherCriterion: true }).terms)
  let name = keywords
  for (const [group, [first, ...others]] of [...Map.groupBy(words, (word) => word.group)].reverse()) {
    if (group && first && areSpellingsOf(first, others, group)) name = nameOf(name, first, group)
  }
  return name.replace(/\s+/g, ' ').trim().slice(0, NAME_LENGTH).trim() || fallback
}

const areSpellingsOf = (first: SpellableWord, others: readonly SpellableWord[], group: KeywordGroup): boolean =>
  others.length + 1 === group.alternatives.length &&
  others.every(({ token }) => differentLetters(first.token, token) <= MAX_DIFFERENT_LETTERS)

const nameOf = (name: string, { start, end }: SpellableWord, group: KeywordGroup): string =>
  `${name.slice(0, group.start)} ${name.slice(start, end)} ${name.slice(group.end)}`

/** The Levenshtein distance. */
function differentLetters(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (let at = 0; at < b.length; at++) {
      const replaced = (row[at] ?? 0) + (b[at] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

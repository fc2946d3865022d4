import type { FilterCriteria } from '../../contract/filter.ts'
import { parseKeywords } from '../../contract/keywords.ts'
import { type Condition, keywordConditions, neededSideBySide } from '../matching/keywords/conditions.ts'
import { isFoundBy, isJoinable, MIN_SUFFIX_LETTERS, type WordPattern } from '../matching/keywords/patterns.ts'
import { type IndexedWord, indexedWord, NO_WORDS, simplify, type WordLookup, type WordQuery } from '../store/wordQuery.ts'

/**
 * Matching and index agree on words up to this length. Matching treats longer words differently, and the index truncates them.
 */
const LONGEST_CERTAIN_UNITS = 200

/** Which auctions satisfy keywords, as far as the word index can tell. */
export type Bounds = {
  /** These satisfy them. */
  readonly certain: WordQuery
  /** All that satisfy them are among these. */
  readonly possible: WordQuery
}

/** The words found by each lookup, in the order of the lookups. */
type Found = readonly (readonly IndexedWord[])[]
type Compiled = (found: Found) => Bounds

/** The keywords of a filter as queries of the word index. */
export class KeywordBounds {
  /** The words to look up before the auctions. */
  readonly lookups: WordLookup[] = []
  readonly hasRequired: boolean
  readonly hasExcluded: boolean
  private readonly required: Compiled
  private readonly excluded: Compiled

  constructor({ keywords, wordMatch }: Pick<FilterCriteria, 'keywords' | 'wordMatch'>) {
    const { terms } = parseKeywords(keywords, { hasOtherCriterion: true })
    const { required, excluded } = keywordConditions(terms, wordMatch)
    this.hasRequired = required.length > 0
    this.hasExcluded = excluded.length > 0
    this.required = this.several('all', required)
    this.excluded = this.several('any', excluded)
  }

  /** Whether there are any keywords. */
  get hasKeywords(): boolean {
    return this.hasRequired || this.hasExcluded
  }

  /** The required part, for the texts that the filter searches. */
  requiredBounds(found: Found): Bounds {
    return this.required(found)
  }

  /** The excluded part, for title and description. */
  excludedBounds(found: Found): Bounds {
    return this.excluded(found)
  }

  private compile(condition: Condition): Compiled {
    switch (condition.kind) {
      case 'word':
        return this.word(condition.pattern)
      case 'spelled':
        // A first part may also spell both words, but does not count.
        return uncertain(this.token(condition.first.token + condition.second.token))
      case 'sideBySide':
        return uncertain(this.several('all', neededSideBySide(condition.patterns)))
      case 'phrase': {
        // Parts of tokens do not count, nor do the same words in another order.
        const tokens = condition.tokens.map((token) => this.token(token))
        return uncertain((found) => combined('all', tokens, found))
      }
      default:
        return this.several(condition.kind, condition.of)
    }
  }

  private several(kind: 'all' | 'any', conditions: readonly Condition[]): Compiled {
    const compiled = conditions.map((condition) => this.compile(condition))
    return (found) => combined(kind, compiled, found)
  }

  private word(pattern: WordPattern): Compiled {
    const words = this.found(lookupOf(pattern), (text) => isFoundBy(pattern, text) || text === indexedWord(pattern.token))
    if (!isJoinable(pattern)) return words
    const joined = uncertain(this.joined(pattern.token))
    return (found) => combined('any', [words, joined], found)
  }

  private token(token: string): Compiled {
    const text = indexedWord(token)
    return this.found({ texts: [text] }, (other) => other === text)
  }

  /** Two or three consecutive tokens that spell a word: the first is a prefix of it, the last a suffix. */
  private joined(token: string): Compiled {
    const cuts = Array.from({ length: token.length - 1 }, (_, index) => index + 1)
    const texts = cuts.flatMap((cut) => [token.slice(0, cut), token.slice(cut)]).map(indexedWord)
    const at = this.lookUp({ texts: [...new Set(texts)] })
    return (found) => {
      const ids = new Map(found[at]?.map(({ id, text }) => [text, id]))
      const idOf = (text: string) => ids.get(indexedWord(text)) ?? []
      const of = cuts.map((cut): WordQuery => {
        const lasts = cuts.filter((other) => other >= cut).flatMap((other) => idOf(token.slice(other)))
        return {
          kind: 'all',
          of: [
            { kind: 'words', ids: [idOf(token.slice(0, cut))].flat() },
            { kind: 'words', ids: lasts },
          ],
        }
      })
      return { certain: NO_WORDS, possible: { kind: 'any', of } }
    }
  }

  private found(lookup: WordLookup, isFound: (text: string) => boolean): Compiled {
    const at = this.lookUp(lookup)
    return (found) => {
      const words = found[at]?.filter(({ text }) => isFound(text)) ?? []
      const certain = words.filter(({ text }) => text.length <= LONGEST_CERTAIN_UNITS)
      return { certain: wordsOf(certain), possible: wordsOf(words) }
    }
  }

  private lookUp(lookup: WordLookup): number {
    return this.lookups.push(lookup) - 1
  }
}

function combined(kind: 'all' | 'any', compiled: readonly Compiled[], found: Found): Bounds {
  const bounds = compiled.map((one) => one(found))
  return {
    certain: simplify({ kind, of: bounds.map(({ certain }) => certain) }),
    possible: simplify({ kind, of: bounds.map(({ possible }) => possible) }),
  }
}

function uncertain(compiled: Compiled): Compiled {
  return (found) => ({ certain: NO_WORDS, possible: compiled(found).possible })
}

function wordsOf(words: readonly IndexedWord[]): WordQuery {
  return { kind: 'words', ids: words.map(({ id }) => id) }
}

function lookupOf({ token, prefix, stems, compound }: WordPattern): WordLookup {
  const text = indexedWord(token)
  if (prefix) return { beginning: text }
  if (!stems) return { texts: [text] }
  const { german, english } = stems
  const ending = (of: string) => (compound && of.length >= MIN_SUFFIX_LETTERS ? of : undefined)
  const endings = { ending: ending(token), germanEnding: ending(german), englishEnding: ending(english) }
  return { texts: [text], german, english, ...(compound ? without(endings) : {}) }
}

function without(endings: Record<string, string | undefined>): WordLookup {
  return Object.fromEntries(Object.entries(endings).filter(([, text]) => text !== undefined))
}

import type { Auction } from '../../../contract/auction.ts'
import type { FilterCriteria } from '../../../contract/filter.ts'
import { parseKeywords } from '../../../contract/keywords.ts'
import type { Highlight } from '../../../contract/preview.ts'
import { type Condition, keywordConditions } from './conditions.ts'
import { findPhrase, findSideBySide, findSpelledTogether, findWord } from './occurrences.ts'
import { type TokenizedText, tokenizeText } from './tokenizedText.ts'

type KeywordCriteria = Pick<FilterCriteria, 'keywords' | 'searchIn' | 'wordMatch'>
type Texts = Pick<Auction, 'title' | 'description'>

/** A tokenized text of an auction with its field. */
export type TokenizedField = { readonly field: Highlight['field']; readonly tokenized: TokenizedText }

export function tokenizeFields({ title, description }: Texts, searchIn: FilterCriteria['searchIn']): TokenizedField[] {
  const fields: TokenizedField[] = [{ field: 'title', tokenized: tokenizeText(title) }]
  if (searchIn === 'titleAndDescription' && description !== undefined) {
    fields.push({ field: 'description', tokenized: tokenizeText(description) })
  }
  return fields
}

/**
 * The ranges in title and description where the required keywords of any of these filters were found: merged, in order, title
 * first. `fields`: both texts, tokenized once for all filters.
 */
export function highlightsOf(filters: readonly KeywordCriteria[], fields: readonly TokenizedField[]): Highlight[] {
  const titleOnly = fields.filter(({ field }) => field === 'title')
  return mergeHighlights(
    filters.flatMap(({ keywords, searchIn, wordMatch }) => {
      const { terms } = parseKeywords(keywords, { hasOtherCriterion: true })
      const { required } = keywordConditions(terms, wordMatch)
      const searched = searchIn === 'title' ? titleOnly : fields
      return required.flatMap((condition) => findCondition(condition, searched) ?? [])
    }),
  )
}

/** The ranges where a condition is found, not merged; undefined if it does not hold. */
export function findCondition(condition: Condition, fields: readonly TokenizedField[]): Highlight[] | undefined {
  switch (condition.kind) {
    case 'all': {
      const parts = condition.of.map((part) => findCondition(part, fields))
      return parts.every((part) => part !== undefined) ? parts.flat() : undefined
    }
    case 'any': {
      const found = condition.of.map((part) => findCondition(part, fields)).filter((part) => part !== undefined)
      return found.length > 0 ? found.flat() : undefined
    }
    default: {
      const found = fields.flatMap(({ field, tokenized }) =>
        findPlace(condition, tokenized).map(({ start, end }) => ({ field, start, end })),
      )
      return found.length > 0 ? found : undefined
    }
  }
}

function findPlace(condition: Exclude<Condition, { kind: 'all' | 'any' }>, tokenized: TokenizedText) {
  switch (condition.kind) {
    case 'word':
      return findWord(tokenized, condition.pattern)
    case 'spelled':
      return findSpelledTogether(tokenized, condition.first, condition.second)
    case 'sideBySide':
      return findSideBySide(tokenized, condition.patterns)
    case 'phrase':
      return findPhrase(tokenized, condition.tokens)
  }
}

/** Title before description, in order, overlaps merged. */
export function mergeHighlights(highlights: readonly Highlight[]): Highlight[] {
  const merged: Highlight[] = []
  for (const next of highlights.toSorted(byPlace)) {
    const last = merged.at(-1)
    if (last && last.field === next.field && next.start <= last.end) last.end = Math.max(last.end, next.end)
    else merged.push({ ...next })
  }
  return merged
}

function byPlace(a: Highlight, b: Highlight): number {
  if (a.field !== b.field) return a.field === 'title' ? -1 : 1
  return a.start - b.start
}

import type { Auction } from '../../contract/auction.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import { parseKeywords } from '../../contract/keywords.ts'
import type { Highlight } from '../../contract/preview.ts'
import { type Condition, keywordConditions } from './conditions.ts'
import { findPhrase, findSideBySide, findSpelledTogether, findWord } from './occurrences.ts'
import { type Reading, readText } from './reading.ts'

type KeywordCriteria = Pick<FilterCriteria, 'keywords' | 'searchIn' | 'wordMatch'>
type Texts = Pick<Auction, 'title' | 'description'>

/** A text of an auction, read, with the field that it stands in. */
export type FieldReading = { readonly field: Highlight['field']; readonly reading: Reading }

export function readFields({ title, description }: Texts, searchIn: FilterCriteria['searchIn']): FieldReading[] {
  const fields: FieldReading[] = [{ field: 'title', reading: readText(title) }]
  if (searchIn === 'titleAndDescription' && description !== undefined) {
    fields.push({ field: 'description', reading: readText(description) })
  }
  return fields
}

/**
 * The stretches of title and description in which the required keywords of any of these filters were found: merged, in
 * order, title first. `fields`: both texts, as read once for all who ask about the auction.
 */
export function highlightsOf(filters: readonly KeywordCriteria[], fields: readonly FieldReading[]): Highlight[] {
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

/** Where a condition is found; undefined where it does not hold. Not merged. */
export function findCondition(condition: Condition, fields: readonly FieldReading[]): Highlight[] | undefined {
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
      const found = fields.flatMap(({ field, reading }) =>
        findPlace(condition, reading).map(({ start, end }) => ({ field, start, end })),
      )
      return found.length > 0 ? found : undefined
    }
  }
}

function findPlace(condition: Exclude<Condition, { kind: 'all' | 'any' }>, reading: Reading) {
  switch (condition.kind) {
    case 'word':
      return findWord(reading, condition.pattern)
    case 'spelled':
      return findSpelledTogether(reading, condition.first, condition.second)
    case 'sideBySide':
      return findSideBySide(reading, condition.patterns)
    case 'phrase':
      return findPhrase(reading, condition.tokens)
  }
}

/** Title before description, by place, overlaps made one. */
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

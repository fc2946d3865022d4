/*
 * What the index of words is asked, between those who know how words are found (matching) and those who keep the index
 * (store).
 */

/**
 * Longer words are indexed by their beginning, of this many UTF-16 units: an index entry has to fit a page. More than what
 * matching takes for a word.
 */
export const MAX_INDEXED_UNITS = 220

/** The word under which a token, or a part of one, is indexed. */
export function indexedWord(token: string): string {
  // Half a surrogate pair cannot be stored.
  return token.length <= MAX_INDEXED_UNITS ? token : token.slice(0, MAX_INDEXED_UNITS).replace(/[\uD800-\uDBFF]$/, '')
}

/** A word that stands in some stored auction. */
export type IndexedWord = { readonly id: number; readonly text: string }

/** Words to look for: any that is, begins, ends or is stemmed like one of these. */
export type WordLookup = {
  readonly texts?: readonly string[]
  readonly beginning?: string
  readonly ending?: string
  readonly german?: string
  readonly germanEnding?: string
  readonly english?: string
  readonly englishEnding?: string
}

/** What an auction has to have: any one of some words (ids), or several such things. None of nothing never holds. */
export type WordExpression =
  | { readonly kind: 'words'; readonly ids: readonly number[] }
  | { readonly kind: 'all'; readonly of: readonly WordExpression[] }
  | { readonly kind: 'any'; readonly of: readonly WordExpression[] }

export const NEVER: WordExpression = { kind: 'words', ids: [] }

/** The same without what cannot hold or has nothing to say. */
export function simplified(expression: WordExpression): WordExpression {
  if (expression.kind === 'words') return expression
  const of = expression.of.map(simplified)
  if (expression.kind === 'all') {
    if (of.some(isNever)) return NEVER
    const [only] = of
    return only && of.length === 1 ? only : { kind: 'all', of }
  }
  const ids = of.flatMap((one) => (one.kind === 'words' ? one.ids : []))
  const rest = of.filter((one) => one.kind !== 'words')
  const some = ids.length > 0 ? [{ kind: 'words', ids: [...new Set(ids)] } as const, ...rest] : rest
  const [only] = some
  return only && some.length === 1 ? only : some.length === 0 ? NEVER : { kind: 'any', of: some }
}

export function isNever(expression: WordExpression): boolean {
  return expression.kind === 'words' && expression.ids.length === 0
}

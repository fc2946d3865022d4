/* Queries of the word index: the interface between matching, which finds words, and the store, which keeps the index. */

/**
 * Longer words are indexed by their first N UTF-16 units, because an index entry has to fit a page. Matching does not treat
 * longer tokens as words.
 */
export const MAX_INDEXED_UNITS = 220

/** The index entry of a token or of a part of one. */
export function indexedWord(token: string): string {
  // PostgreSQL cannot store half a surrogate pair.
  return token.length <= MAX_INDEXED_UNITS ? token : token.slice(0, MAX_INDEXED_UNITS).replace(/[\uD800-\uDBFF]$/, '')
}

/** A word that occurs in a stored auction. */
export type IndexedWord = { readonly id: number; readonly text: string }

/** Finds the words that equal, begin with, end with or share a stem with one of these. */
export type WordLookup = {
  readonly texts?: readonly string[]
  readonly beginning?: string
  readonly ending?: string
  readonly german?: string
  readonly germanEnding?: string
  readonly english?: string
  readonly englishEnding?: string
}

/**
 * A condition on an auction's words: any of some word ids, or a combination. An empty `any` or an empty list of ids never holds.
 */
export type WordQuery =
  | { readonly kind: 'words'; readonly ids: readonly number[] }
  | { readonly kind: 'all'; readonly of: readonly WordQuery[] }
  | { readonly kind: 'any'; readonly of: readonly WordQuery[] }

export const NO_WORDS: WordQuery = { kind: 'words', ids: [] }

/** Simplifies a query: removes alternatives that never hold, and combinations of one. */
export function simplify(query: WordQuery): WordQuery {
  if (query.kind === 'words') return query
  const of = query.of.map(simplify)
  if (query.kind === 'all') {
    if (of.some(matchesNothing)) return NO_WORDS
    const [only] = of
    return only && of.length === 1 ? only : { kind: 'all', of }
  }
  const ids = of.flatMap((one) => (one.kind === 'words' ? one.ids : []))
  const rest = of.filter((one) => one.kind !== 'words')
  const some = ids.length > 0 ? [{ kind: 'words', ids: [...new Set(ids)] } as const, ...rest] : rest
  const [only] = some
  return only && some.length === 1 ? only : some.length === 0 ? NO_WORDS : { kind: 'any', of: some }
}

export function matchesNothing(query: WordQuery): boolean {
  return query.kind === 'words' && query.ids.length === 0
}

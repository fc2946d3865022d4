import snowball from 'snowball-stemmers'

/** The Snowball stems of one folded word without digits. */
export type Stems = { readonly german: string; readonly english: string }

const german = snowball.newStemmer('german')
const english = snowball.newStemmer('english')

/** Cached words: stemming takes about 20 µs per word. A marketplace's vocabulary fits; about 40 MB when full. */
const CACHE_SIZE_WORDS = 250_000
const cache = new Map<string, Stems>()

/** The German and English Snowball stems of a folded word. Only for words without digits: numbers have no stems. */
export function stemsOf(word: string): Stems {
  const known = cache.get(word)
  if (known) return known
  if (cache.size >= CACHE_SIZE_WORDS) cache.clear()
  const stems = { german: german.stem(word), english: english.stem(word) }
  cache.set(word, stems)
  return stems
}

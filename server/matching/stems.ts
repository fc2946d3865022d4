import snowball from 'snowball-stemmers'

/** The Snowball stems of one folded word without digits. */
export type Stems = { readonly german: string; readonly english: string }

const german = snowball.newStemmer('german')
const english = snowball.newStemmer('english')

/** Words whose stems are kept: stemming takes about 20 µs a word. A marketplace's vocabulary fits; about 40 MB when full. */
const CACHE_SIZE_WORDS = 250_000
const cache = new Map<string, Stems>()

/** The German and the English Snowball stem of a folded word. Ask for words without digits only: numbers have no forms. */
export function stemsOf(word: string): Stems {
  const known = cache.get(word)
  if (known) return known
  if (cache.size >= CACHE_SIZE_WORDS) cache.clear()
  const stems = { german: german.stem(word), english: english.stem(word) }
  cache.set(word, stems)
  return stems
}

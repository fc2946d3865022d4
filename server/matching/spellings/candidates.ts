import type { WordMatch } from '../../../contract/filter.ts'
import type { KeywordTerm } from '../../../contract/keywords.ts'
import { alternativeOf, type SpellableWord, spellableWords } from '../../../contract/spellableWords.ts'
import { contentsOf, HAS_LETTER, tokenize } from '../../../contract/tokens.ts'
import { isFoundBy, wordPattern } from '../keywords/patterns.ts'
import { misspell } from './misspell.ts'

/** Maximum of likely mistakes per word; a word of twenty letters has about 250. */
const MAX_CANDIDATES = 250
/** Shorter spellings are mostly other words. */
const MIN_LETTERS = 3
/** Where words are found in compounds, shorter spellings would match many endings: `uren` (uhren) of "Figuren". */
const MIN_COMPOUND_LETTERS = 6

/** A keyword and its possible misspellings. */
export type Candidates = {
  readonly word: SpellableWord
  /** The spelling to show by folded token, the most likely first. */
  readonly spellings: ReadonlyMap<string, string>
  /** The folded tokens of spellings that the keywords already contain. */
  readonly used: ReadonlySet<string>
}

/**
 * Every distinct word of faultless keywords with its misspellings. A word that is written as another's misspelling belongs to
 * that. Each word takes about 2 ms, so callers may yield in between.
 */
export function* candidatesOf(terms: readonly KeywordTerm[], wordMatch: WordMatch): Generator<Candidates> {
  const found = new Map<string, Candidates>()
  const words = spellableWords(terms)
  for (const word of words) {
    const { token, group } = word
    const isMistake = words.some((other) => {
      return other.start < word.start && group && other.group === group && found.get(other.token)?.spellings.has(token)
    })
    if (isMistake || found.has(token)) continue
    const spellings = spellingsOf(word, wordMatch)
    const groups = words.flatMap((one) => (one.token === token && one.group ? [one.group] : []))
    const used = [...spellings.keys()].filter((folded) => groups.some((one) => alternativeOf(one, folded)))
    const candidates = { word, spellings, used: new Set(used) }
    found.set(token, candidates)
    yield candidates
  }
}

/** Misspellings of a word that its filter does not find anyway, by folded token. */
export function spellingsOf({ token, text }: Pick<SpellableWord, 'token' | 'text'>, wordMatch: WordMatch): Map<string, string> {
  const pattern = wordPattern(token, wordMatch)
  const minLetters = wordMatch === 'compounds' ? MIN_COMPOUND_LETTERS : MIN_LETTERS
  const spellings = new Map<string, string>()
  for (const spelling of misspell(text)) {
    const [folded = '', ...more] = tokenize(spelling)
    if (more.length > 0 || folded.length < minLetters) continue
    // Two letters that happen to form an umlaut: `kaemra` is found, but not meant.
    if (spelling.length >= (spellings.get(folded)?.length ?? Number.POSITIVE_INFINITY)) continue
    if (contentsOf(folded) !== HAS_LETTER || isFoundBy(pattern, folded)) continue
    spellings.set(folded, spelling)
    if (spellings.size === MAX_CANDIDATES) break
  }
  return spellings
}

import type { WordMatch } from '../../../contract/filter.ts'
import type { KeywordTerm } from '../../../contract/keywords.ts'
import { alternativeOf, type SpellableWord, spellableWords } from '../../../contract/spellableWords.ts'
import { contentsOf, HAS_LETTER, tokenize } from '../../../contract/tokens.ts'
import { isFoundBy, wordPattern } from '../patterns.ts'
import { misspell } from './misspell.ts'

/** As many of the likeliest mistakes of one word are looked for; a word of twenty letters has about 250. */
const MAX_CANDIDATES = 250
/** Shorter spellings are everybody's words. */
const MIN_LETTERS = 3
/** Where words are found in compounds, shorter spellings would be the end of many: `uren` (uhren) of "Figuren". */
const MIN_COMPOUND_LETTERS = 6

/** A word of the keywords and how it could be mistyped. */
export type Candidates = {
  readonly word: SpellableWord
  /** By folded token, the likeliest first: the spelling to show. */
  readonly spellings: ReadonlyMap<string, string>
  /** The folded tokens of the spellings that the keywords ask for already. */
  readonly used: ReadonlySet<string>
}

/**
 * Every word of faultless keywords once, with its mistakes; one that is written as another's mistake belongs to that. Each word takes
 * some 2 ms: a caller may yield in between.
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

/** Mistyped spellings of one word that its filter does not find anyway, by their folded token. */
export function spellingsOf({ token, text }: Pick<SpellableWord, 'token' | 'text'>, wordMatch: WordMatch): Map<string, string> {
  const pattern = wordPattern(token, wordMatch)
  const minLetters = wordMatch === 'compounds' ? MIN_COMPOUND_LETTERS : MIN_LETTERS
  const spellings = new Map<string, string>()
  for (const spelling of misspell(text)) {
    const [folded = '', ...more] = tokenize(spelling)
    if (more.length > 0 || folded.length < minLetters) continue
    // Two letters that come to stand for an umlaut: `kaemra` is found, but not meant.
    if (spelling.length >= (spellings.get(folded)?.length ?? Number.POSITIVE_INFINITY)) continue
    if (contentsOf(folded) !== HAS_LETTER || isFoundBy(pattern, folded)) continue
    spellings.set(folded, spelling)
    if (spellings.size === MAX_CANDIDATES) break
  }
  return spellings
}

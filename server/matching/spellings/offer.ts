import type { Spelling, WordSpellings } from '../../../contract/spellings.ts'
import type { Candidates } from './candidates.ts'

const MAX_FOUND = 12
/** Likely misspellings without a stored title. */
const MAX_UNSEEN = 4
const MAX_OWN_WORDS = 3

/**
 * A spelling with more than this share of the word's titles is a word of its own. 82 % of the misspellings in codespell
 * (English) and film subtitles (hermitdave/FrequencyWords, the 50,000 most frequent words) are rarer; 92 % of pairs of common
 * words that differ by one mistake are not, in English and German.
 */
const OWN_WORD_SHARE = 0.1
/** With fewer titles the share is not meaningful. */
const FEW_TITLES = 3

/** The spellings to offer for each word. `counts`: titles by folded token; absent means none. */
export function offerSpellings(all: readonly Candidates[], counts: ReadonlyMap<string, number>): WordSpellings[] {
  return all.map(({ word: { token, start, end }, spellings, used }) => {
    const count = counts.get(token) ?? 0
    const mostOfMistakes = Math.max(FEW_TITLES, count * OWN_WORD_SHARE)
    const known = [...spellings].map(([folded, spelling]) => {
      const seen = counts.get(folded) ?? 0
      return { spelling, count: seen, isOwnWord: seen > mostOfMistakes, isUsed: used.has(folded) }
    })
    // By frequency; the sort is stable, so among equals the more likely ones stay first.
    const frequent = known.filter((one) => one.count > 0).toSorted((a, b) => b.count - a.count)
    const offered = [
      ...limited(frequent, (one) => !one.isOwnWord, MAX_FOUND),
      ...limited(known, (one) => one.count === 0, MAX_UNSEEN),
      ...limited(frequent, (one) => one.isOwnWord, MAX_OWN_WORDS),
    ]
    return { start, end, token, count, spellings: offered }
  })
}

type Known = Spelling & { readonly isUsed: boolean }

/** The first `max` of a kind, plus those in use, which the user must be able to switch off. */
function limited(known: readonly Known[], isOfKind: (one: Known) => boolean, max: number): Spelling[] {
  return known
    .filter(isOfKind)
    .filter(({ isUsed }, index) => isUsed || index < max)
    .map(({ spelling, count, isOwnWord }) => ({ spelling, count, isOwnWord }))
}

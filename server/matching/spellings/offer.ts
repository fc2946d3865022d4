import type { Spelling, WordSpellings } from '../../../contract/spellings.ts'
import type { Candidates } from './candidates.ts'

const MAX_FOUND = 12
/** Likely ones that stand in no stored title yet. */
const MAX_UNSEEN = 4
const MAX_OWN_WORDS = 3

/**
 * What stands in more titles than this share of the word's own is a word of its own. Of the misspellings that codespell lists (English)
 * and film subtitles contain (hermitdave/FrequencyWords, the 50,000 commonest words) 82 % are rarer than that; of the pairs of
 * usual words that are one mistake apart 92 % are not, in English and in German.
 */
const OWN_WORD_SHARE = 0.1
/** Among so few titles shares say nothing. */
const FEW_TITLES = 3

/** What to offer for each word; `counts`: titles by folded token, absent ones in none. */
export function offerSpellings(all: readonly Candidates[], counts: ReadonlyMap<string, number>): WordSpellings[] {
  return all.map(({ word: { token, start, end }, spellings, used }) => {
    const count = counts.get(token) ?? 0
    const mostOfMistakes = Math.max(FEW_TITLES, count * OWN_WORD_SHARE)
    const known = [...spellings].map(([folded, spelling]) => {
      const seen = counts.get(folded) ?? 0
      return { spelling, count: seen, isOwnWord: seen > mostOfMistakes, isUsed: used.has(folded) }
    })
    // By frequency; where that is the same, the likelier ones stay first.
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

/** The first of a kind, and whichever are in use: those must be there to be switched off. */
function limited(known: readonly Known[], isOfKind: (one: Known) => boolean, max: number): Spelling[] {
  return known
    .filter(isOfKind)
    .filter(({ isUsed }, index) => isUsed || index < max)
    .map(({ spelling, count, isOwnWord }) => ({ spelling, count, isOwnWord }))
}

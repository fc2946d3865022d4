import * as z from 'zod/mini'
import { FilterDraft } from './filter.ts'
import { Instant } from './primitives.ts'

/** Asks how sellers mistype the words of a filter. */
export const SpellingsRequest = z.pick(FilterDraft, { keywords: true, wordMatch: true })

/** A spelling of a word, found too when it stands in a group with the word: `(nintendo,nintedo)`. */
export const Spelling = z.object({
  /** Lower case, one word of the keyword language. */
  spelling: z.string(),
  /** Stored titles with this word, as `count` of the word itself. */
  count: z.int(),
  /** Too frequent to be a mistake: another word (bosch, busch), or the right spelling of a word that was mistyped here. */
  isOwnWord: z.boolean(),
})
export type Spelling = z.infer<typeof Spelling>

export const WordSpellings = z.object({
  /** Where the word stands first in the keywords; UTF-16 code units, end exclusive. */
  start: z.int(),
  end: z.int(),
  /** As tokens are folded. */
  token: z.string(),
  /** Titles of auctions first seen since `since` with exactly this word. */
  count: z.int(),
  /** Those in use or found in titles, the most frequent first; then some that are likely; then words of their own. */
  spellings: z.array(Spelling),
})
export type WordSpellings = z.infer<typeof WordSpellings>

export const Spellings = z.object({
  /** In order; words without likely typos (numbers, short ones, phrases, exclusions, prefixes) are left out. */
  words: z.array(WordSpellings),
  /** 30 days ago, or since when there are auctions that previews look at. */
  since: Instant,
})
export type Spellings = z.infer<typeof Spellings>

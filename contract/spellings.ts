import * as z from 'zod/mini'
import { FilterDraft } from './filter.ts'
import { Instant } from './primitives.ts'

/** Asks how sellers misspell the words of a filter. */
export const SpellingsRequest = z.pick(FilterDraft, { keywords: true, wordMatch: true })

/** A spelling of a word. In a group with the word it is found too: `(nintendo,nintedo)`. */
export const Spelling = z.object({
  /** Lower case, one word of the keyword language. */
  spelling: z.string(),
  /** Stored titles with this word, counted like `count` of the word itself. */
  count: z.int(),
  /** Too frequent to be a mistake: another word (bosch, busch), or the correct spelling if the keyword is misspelled. */
  isOwnWord: z.boolean(),
})
export type Spelling = z.infer<typeof Spelling>

export const WordSpellings = z.object({
  /** The word's first position in the keywords; UTF-16 code units, end exclusive. */
  start: z.int(),
  end: z.int(),
  /** The folded word. */
  token: z.string(),
  /** Titles of auctions first seen since `since` with exactly this word. */
  count: z.int(),
  /** Those in use or found in titles, the most frequent first; then some likely ones; then words of their own. */
  spellings: z.array(Spelling),
})
export type WordSpellings = z.infer<typeof WordSpellings>

export const Spellings = z.object({
  /** In order, without words that are rarely misspelled (numbers, short words, phrases, exclusions, prefixes). */
  words: z.array(WordSpellings),
  /** 30 days ago, or the start of the range of previews if later. */
  since: Instant,
})
export type Spellings = z.infer<typeof Spellings>

import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { WordMatch } from '../../contract/filter.ts'
import type { KeywordTerm } from '../../contract/keywords.ts'
import type { Spellings } from '../../contract/spellings.ts'
import type { Db } from '../database/pool.ts'
import { type Candidates, candidatesOf } from '../matching/spellings/candidates.ts'
import { offerSpellings } from '../matching/spellings/offer.ts'
import { firstSightOfAll, previewedSince } from '../store/auctions.ts'
import { countWords } from '../store/auctionWords.ts'

/**
 * Other spellings of keywords that occur in recent auctions, with their counts.
 * @throws the signal's reason once it is aborted
 */
export async function listSpellings(
  db: Db,
  terms: readonly KeywordTerm[],
  wordMatch: WordMatch,
  now: Date,
  signal: AbortSignal,
): Promise<Spellings> {
  const candidates: Candidates[] = []
  for (const one of candidatesOf(terms, wordMatch)) {
    candidates.push(one)
    await yieldToOthers()
    signal.throwIfAborted()
  }
  const tokens = candidates.flatMap(({ word, spellings }) => [word.token, ...spellings.keys()])
  const [from, firstSight = now] = await Promise.all([previewedSince(db, now), firstSightOfAll(db)])
  const counts = await countWords(db, [...new Set(tokens)], from)
  const since = new Date(Math.max(firstSight.getTime(), from.getTime()))
  return { words: offerSpellings(candidates, counts), since: since.toISOString() }
}

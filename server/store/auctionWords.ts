import { sql } from 'kysely'
import type { Listing } from '../../contract/auction.ts'
import { BOUNDS_STRIDE, findTokens, fold, NO_SPLIT } from '../../contract/tokens.ts'
import type { Db } from '../database/pool.ts'

/**
 * Longer words are kept by their beginning, of this many UTF-16 units: an index entry has to fit a page. A word of the
 * index that is this long may stand for any that begins with it.
 */
export const MAX_INDEXED_UNITS = 200

/** The texts of a stored auction. */
export type AuctionTexts = Pick<Listing, 'title' | 'description'> & {
  id: string
  /** When it was seen first, if this is new. */
  seenAt: Date
}

/** The word under which a token, or a part of one, is indexed. */
export function indexedWord(token: string): string {
  // Half a surrogate pair cannot be stored.
  return token.length <= MAX_INDEXED_UNITS ? token : token.slice(0, MAX_INDEXED_UNITS).replace(/[\uD800-\uDBFF]$/, '')
}

/** Indexes auctions by the words of their texts; what stands there already stays as it is. */
export async function saveWords(db: Db, auctions: readonly AuctionTexts[]): Promise<void> {
  if (auctions.length === 0) return
  const read = auctions.map(({ id, seenAt, title, description = '' }) => ({
    id,
    seenAt,
    title: wordsOf(title),
    description: wordsOf(description),
  }))
  const ids = await idsOf(db, new Set(read.flatMap(({ title, description }) => [...title, ...description])))
  const idOf = (word: string) => ids.get(word) ?? 0
  const words = read.map(({ title, description }) => {
    const all = [...[...title].map(idOf), ...[...description].map((word) => -idOf(word))]
    return `{${all.sort((a, b) => a - b).join()}}`
  })
  // Not "on conflict do update": that would draw a number for every auction whose price has changed.
  await sql`
    with given as materialized (
      select auction_id, first_seen_at, words::integer[] from unnest(
        ${read.map(({ id }) => id)}::uuid[],
        ${read.map(({ seenAt }) => seenAt)}::timestamptz[],
        ${words}::text[]) as given (auction_id, first_seen_at, words)
    ), known as (
      select auction_id from auction_words where auction_id = any(${read.map(({ id }) => id)}::uuid[])
    ), changed as (
      update auction_words set words = given.words from given
      where auction_words.auction_id = given.auction_id and auction_words.words <> given.words
    )
    insert into auction_words (auction_id, first_seen_at, words)
    select * from given where auction_id not in (select auction_id from known)
    on conflict do nothing`.execute(db)
}

/** The words by which a text is indexed: its tokens and their parts. */
function wordsOf(text: string): Set<string> {
  const folded = fold(text)
  const bounds: number[] = []
  findTokens(folded, bounds)
  const words = new Set<string>()
  const add = (start: number, end: number) => words.add(indexedWord(folded.slice(start, end)))
  for (let at = 0; at < bounds.length; at += BOUNDS_STRIDE) {
    const [start = 0, split = NO_SPLIT, end = 0] = bounds.slice(at, at + BOUNDS_STRIDE)
    add(start, end)
    if (split === NO_SPLIT) continue
    add(start, split)
    add(split, end)
  }
  return words
}

/** The ids of words; those that are new get one. */
async function idsOf(db: Db, words: ReadonlySet<string>): Promise<Map<string, number>> {
  const ids = await findIds(db, [...words])
  // Sorted, so that two who add the same words wait for each other and not in a circle.
  const added = [...words].filter((word) => !ids.has(word)).sort()
  if (added.length === 0) return ids
  await sql`insert into word (text) select unnest(${added}::text[]) on conflict do nothing`.execute(db)
  for (const [word, id] of await findIds(db, added)) ids.set(word, id)
  return ids
}

async function findIds(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ text: string; id: number }>`
    select text, id from word where text = any(${words}::text[])`.execute(db)
  return new Map(rows.map(({ text, id }) => [text, id]))
}

/**
 * In how many of the stored auctions first seen since `since` the title has each of these words: tokens, or parts of
 * tokens, as `contract/tokens.ts` gives them. Words that stand in none are 0. Counts what previews look at, that is at
 * most the last 30 days.
 */
export async function countWords(db: Db, words: readonly string[], since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ text: string; count: number }>`
    select text, (
      select count(*) from auction_words where words @> array[word.id] and first_seen_at >= ${since}
    ) as count
    from word where text = any(${words.map(indexedWord)}::text[])`.execute(db)
  const counts = new Map(rows.map(({ text, count }) => [text, count]))
  return new Map(words.map((word) => [word, counts.get(indexedWord(word)) ?? 0]))
}

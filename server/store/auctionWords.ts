import { sql } from 'kysely'
import { BOUNDS_STRIDE, findTokens, fold, NO_SPLIT } from '../../contract/tokens.ts'
import type { Db, Tx } from '../database/pool.ts'
import { ROWS_PER_STATEMENT } from './deleteOldest.ts'
import { indexedWord } from './wordQuery.ts'

/** The indexed texts of a stored auction. */
export type AuctionTexts = { id: string; firstSeenAt: Date; title: string; description: string | null }

/** An auction's word ids in ascending order. Ids of the description are negated. */
export type AuctionWords = { id: string; firstSeenAt: Date; words: number[] }

/** The stems of a word; undefined for a word without stems. */
export type StemsOf = (word: string) => { german: string; english: string } | undefined

/** The texts of those of these auctions that were first seen since `since`. */
export async function loadTexts(db: Db, ids: readonly string[], since: Date): Promise<AuctionTexts[]> {
  const { rows } = await sql<AuctionTexts>`
    select id, first_seen_at, listing->>'title' as title, listing->>'description' as description
    from auction where id = any(${ids}::uuid[]) and first_seen_at >= ${since}`.execute(db)
  return rows
}

/** Auctions first seen since `since` that are not indexed, the newest first. */
export async function listUnindexed(db: Db, since: Date, limit: number): Promise<AuctionTexts[]> {
  const { rows } = await sql<AuctionTexts>`
    select id, auction.first_seen_at, listing->>'title' as title, listing->>'description' as description
    from auction left join auction_words on auction_id = id
    where auction_id is null and auction.first_seen_at >= ${since}
    order by auction.first_seen_at desc limit ${limit}`.execute(db)
  return rows
}

/** Converts texts to word ids and adds new words. Only one process at a time may call this. */
export async function readWords(db: Db, auctions: readonly AuctionTexts[], stemsOf: StemsOf): Promise<AuctionWords[]> {
  const read = auctions.map((auction) => ({
    ...auction,
    inTitle: [...wordsOf(auction.title)],
    inDescription: [...wordsOf(auction.description ?? '')],
  }))
  const ids = await idsOf(db, new Set(read.flatMap(({ inTitle, inDescription }) => [...inTitle, ...inDescription])), stemsOf)
  return read.map(({ id, firstSeenAt, inTitle, inDescription }) => {
    const words = [...inTitle.map((word) => ids.get(word) ?? 0), ...inDescription.map((word) => -(ids.get(word) ?? 0))]
    return { id, firstSeenAt, words: words.sort((a, b) => a - b) }
  })
}

/** Indexes auctions by their words; unchanged entries are not rewritten. */
export async function saveWords(tx: Tx, auctions: readonly AuctionWords[]): Promise<void> {
  if (auctions.length === 0) return
  const ids = auctions.map(({ id }) => id)
  // "On conflict do update" would use up a number for every auction whose price changed.
  await sql`
    with given as materialized (
      select auction_id, first_seen_at, words::integer[] from unnest(
        ${ids}::uuid[],
        ${auctions.map(({ firstSeenAt }) => firstSeenAt)}::timestamptz[],
        ${auctions.map(({ words }) => `{${words.join()}}`)}::text[]) as given (auction_id, first_seen_at, words)
    ), known as (
      select auction_id from auction_words where auction_id = any(${ids}::uuid[])
    ), changed as (
      update auction_words set words = given.words from given
      where auction_words.auction_id = given.auction_id and auction_words.words <> given.words
    )
    insert into auction_words (auction_id, first_seen_at, words)
    select * from given
    where auction_id not in (select auction_id from known)
      and exists (select from auction where auction.id = auction_id for key share)
    order by first_seen_at
    on conflict do nothing`.execute(tx)
}

/** The indexed words of a text: its tokens and their parts. */
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

async function idsOf(db: Db, words: ReadonlySet<string>, stemsOf: StemsOf): Promise<Map<string, number>> {
  const ids = await findIds(db, [...words])
  const added = [...words].filter((word) => !ids.has(word))
  if (added.length === 0) return ids
  const stems = added.map(stemsOf)
  await sql`
    insert into word (text, german, english) select * from unnest(
      ${added}::text[],
      ${stems.map((stem) => stem?.german ?? null)}::text[],
      ${stems.map((stem) => stem?.english ?? null)}::text[])
    on conflict do nothing`.execute(db)
  for (const [word, id] of await findIds(db, added)) ids.set(word, id)
  return ids
}

async function findIds(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ text: string; id: number }>`
    select text, id from word where text = any(${words}::text[])`.execute(db)
  return new Map(rows.map(({ text, id }) => [text, id]))
}

/**
 * Removes auctions first seen before `before` from the index, and then unused words. Only the process that adds words may call
 * this.
 */
export async function trimWords(db: Db, before: Date): Promise<void> {
  let trimmed = 0
  for (let deleted = ROWS_PER_STATEMENT; deleted === ROWS_PER_STATEMENT; trimmed += deleted) {
    const { numAffectedRows } = await sql`
      delete from auction_words where ctid = any(array(
        select ctid from auction_words where first_seen_at < ${before} limit ${ROWS_PER_STATEMENT}))`.execute(db)
    deleted = Number(numAffectedRows ?? 0)
  }
  if (trimmed === 0) return
  await sql`
    delete from word where not exists (
      select from (select distinct abs(id) as id from auction_words, unnest(words) as id) as used where used.id = word.id
    )`.execute(db)
}

/**
 * For each word, the number of auctions first seen since `since` with it in the title. Words are tokens or parts of tokens as in
 * `contract/tokens.ts`. Only the range of previews is indexed, at most the last 30 days.
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

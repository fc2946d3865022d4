import { type RawBuilder, sql } from 'kysely'
import type { SearchIn } from '../../contract/filter.ts'
import { type CancellableDb, cancellable } from '../database/cancellable.ts'
import type { IndexedWord, WordLookup, WordQuery } from './wordQuery.ts'

/** Words per GIN scan. Each matching auction is compared with all of them. */
const WORDS_PER_SCAN = 32
/** Sorts after every text with the given beginning. */
const LAST_CHARACTER = '\u{10FFFF}'

/** The indexed words of each lookup, in the order of the lookups. */
export async function findWords(
  db: CancellableDb,
  lookups: readonly WordLookup[],
  signal: AbortSignal,
): Promise<IndexedWord[][]> {
  const found: IndexedWord[][] = lookups.map(() => [])
  if (lookups.length === 0) return found
  const arms = lookups.map(
    (lookup, at) => sql`select ${at}::integer as at, id, text from word where ${sql.join(wordConditions(lookup), sql` or `)}`,
  )
  const statement = sql<IndexedWord & { at: number }>`${sql.join(arms, sql` union all `)}`
  const { rows } = await cancellable(db, signal, (connection) => statement.execute(connection))
  for (const { at, id, text } of rows) found[at]?.push({ id, text })
  return found
}

function wordConditions(lookup: WordLookup): RawBuilder<unknown>[] {
  const { texts = [], beginning, ending, german, germanEnding, english, englishEnding } = lookup
  const conditions = [sql`text = any(${texts}::text[])`]
  const equals = (column: string, text: string | undefined) => {
    if (text !== undefined) conditions.push(sql`${sql.ref(column)} = ${text}`)
  }
  const begins = (of: RawBuilder<unknown>, text: string | undefined) => {
    if (text !== undefined) conditions.push(sql`(${of} >= ${text} and ${of} < ${text + LAST_CHARACTER})`)
  }
  equals('german', german)
  equals('english', english)
  begins(sql`text`, beginning)
  begins(sql`reverse(text)`, reversed(ending))
  begins(sql`reverse(german)`, reversed(germanEnding))
  begins(sql`reverse(english)`, reversed(englishEnding))
  return conditions
}

function reversed(text: string | undefined): string | undefined {
  return text === undefined ? undefined : [...text].reverse().join('')
}

/** The numbers of indexed auctions for which a query holds, in the title or in both texts. */
export async function findNumbers(
  db: CancellableDb,
  query: WordQuery,
  searchIn: SearchIn,
  signal: AbortSignal,
): Promise<number[]> {
  const condition = auctionCondition(query, searchIn === 'titleAndDescription')
  return cancellable(db, signal, (connection) =>
    connection.transaction().execute(async (tx) => {
      // A sequential scan that compares each auction with hundreds of words takes minutes, but the planner estimates it as
      // cheap. Parallelism adds nothing: large queries already run as several statements.
      await sql`
        select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
      // One value, because a row for each number takes ten times as long to read.
      const { rows } = await sql<{ numbers: string }>`
        select coalesce(array_to_string(array_agg(number), ','), '') as numbers from auction_words
        where ${condition}`.execute(tx)
      return JSON.parse(`[${rows[0]?.numbers ?? ''}]`) as number[]
    }),
  )
}

function auctionCondition(query: WordQuery, hasDescription: boolean): RawBuilder<unknown> {
  if (query.kind !== 'words') {
    const of = query.of.map((one) => auctionCondition(one, hasDescription))
    return sql`(${sql.join(of, query.kind === 'all' ? sql` and ` : sql` or `)})`
  }
  const ids = hasDescription ? query.ids.flatMap((id) => [id, -id]) : query.ids
  const scans: RawBuilder<unknown>[] = []
  for (let at = 0; at < ids.length; at += WORDS_PER_SCAN) {
    scans.push(sql`words && ${ids.slice(at, at + WORDS_PER_SCAN)}::integer[]`)
  }
  return scans.length === 0 ? sql`false` : sql`(${sql.join(scans, sql` or `)})`
}

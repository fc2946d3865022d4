import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FilterCriteria, SearchIn } from '../../contract/filter.ts'
import type { CancellableDb } from '../database/cancellable.ts'
import { createKeywordMatcher } from '../matching/index/matcher.ts'
import type { RecentView } from '../matching/preview/recentList.ts'
import { loadTexts } from '../store/auctionWords.ts'
import { matchesNothing, type WordQuery } from '../store/wordQuery.ts'
import { findNumbers, findWords } from '../store/wordSearch.ts'
import { type Bounds, KeywordBounds } from './keywordBounds.ts'

/** By slot: 1 where the keywords hold. */
export type Holding = Uint8Array

/** Auctions whose texts are compared before yielding: a few milliseconds. */
const TEXTS_BATCH = 500
/** Maximum of words in one combined statement; longer queries are queried by part and combined here. */
const MAX_WORDS_TOGETHER = 64
/** Word ids in one statement. A word with thousands of forms is split into statements that run concurrently. */
const MAX_IDS_PER_STATEMENT = 1024

/**
 * Finds the recent auctions in which keywords hold. The word index says where they certainly and where they possibly hold; for
 * the latter the texts are read and compared with the matcher's own test. Results are cached.
 */
export class WordSearch {
  private readonly db: CancellableDb
  private readonly view: RecentView
  private readonly slots: number
  private readonly signal: AbortSignal
  private readonly known = new Map<string, Promise<Holding>>()

  constructor(db: CancellableDb, view: RecentView, signal: AbortSignal) {
    this.db = db
    this.view = view
    this.slots = view.auctions.length
    this.signal = signal
  }

  /**
   * @returns undefined when there are no keywords
   * @throws an error once the signal is aborted
   */
  async holding(criteria: FilterCriteria): Promise<Holding | undefined> {
    const bounds = new KeywordBounds(criteria)
    if (!bounds.hasKeywords) return undefined
    const found = await findWords(this.db, bounds.lookups, this.signal)
    let [certain, possible] = bounds.hasRequired
      ? await this.ofBounds(bounds.requiredBounds(found), criteria.searchIn)
      : everywhere(this.slots)
    if (bounds.hasExcluded) {
      const [surely, maybe] = await this.ofBounds(bounds.excludedBounds(found), 'titleAndDescription')
      certain = combine(certain, maybe, without)
      possible = combine(possible, surely, without)
    }
    return this.verified(criteria, certain, possible)
  }

  /** Reads the texts of auctions that are possible but not certain. */
  private async verified(criteria: FilterCriteria, certain: Holding, possible: Holding): Promise<Holding> {
    const open: number[] = []
    for (let slot = 0; slot < possible.length; slot++) if (possible[slot] && !certain[slot]) open.push(slot)
    if (open.length === 0) return certain
    const { auctions } = this.view
    const holding = certain.slice()
    const test = createKeywordMatcher(criteria)
    for (let at = 0; at < open.length; at += TEXTS_BATCH) {
      const slotOfId = new Map(open.slice(at, at + TEXTS_BATCH).map((slot) => [auctions[slot]?.id ?? '', slot]))
      const texts = await loadTexts(this.db.db, [...slotOfId.keys()], new Date(0))
      this.signal.throwIfAborted()
      for (const { id, title, description } of texts) {
        const slot = slotOfId.get(id)
        const auction = slot === undefined ? undefined : auctions[slot]
        if (slot === undefined || !auction) continue
        holding[slot] = Number(test.matches({ ...auction, title, ...(description === null ? {} : { description }) }))
      }
      await yieldToOthers()
    }
    return holding
  }

  /** Where a query certainly holds, and where it possibly does. */
  private async ofBounds({ certain, possible }: Bounds, searchIn: SearchIn): Promise<[Holding, Holding]> {
    return Promise.all([this.where(certain, searchIn), this.where(possible, searchIn)])
  }

  private where(query: WordQuery, searchIn: SearchIn): Promise<Holding> {
    const key = searchIn + JSON.stringify(query)
    const known = this.known.get(key) ?? this.ask(query, searchIn)
    this.known.set(key, known)
    return known
  }

  private async ask(query: WordQuery, searchIn: SearchIn): Promise<Holding> {
    if (matchesNothing(query)) return new Uint8Array(this.slots)
    if (query.kind !== 'words' && countWords(query) > MAX_WORDS_TOGETHER) {
      const parts = await Promise.all(query.of.map((part) => this.where(part, searchIn)))
      return parts.reduce((all, part) => combine(all, part, query.kind === 'all' ? both : either))
    }
    const parts = await Promise.all(statementsOf(query).map((part) => findNumbers(this.db, part, searchIn, this.signal)))
    return this.ofNumbers(parts)
  }

  private ofNumbers(parts: readonly (readonly number[])[]): Holding {
    const holding = new Uint8Array(this.slots)
    for (const numbers of parts) {
      for (const number of numbers) {
        const slot = this.view.slotOf(number)
        if (slot !== undefined && slot < this.slots) holding[slot] = 1
      }
    }
    return holding
  }
}

function statementsOf(query: WordQuery): WordQuery[] {
  if (query.kind !== 'words') return [query]
  const statements: WordQuery[] = []
  for (let at = 0; at < query.ids.length; at += MAX_IDS_PER_STATEMENT) {
    statements.push({ kind: 'words', ids: query.ids.slice(at, at + MAX_IDS_PER_STATEMENT) })
  }
  return statements
}

function countWords(query: WordQuery): number {
  if (query.kind === 'words') return query.ids.length
  return query.of.reduce((sum, part) => sum + countWords(part), 0)
}

function everywhere(slots: number): [Holding, Holding] {
  const all = new Uint8Array(slots).fill(1)
  return [all, all]
}

function combine(a: Holding, b: Holding, how: (a: number, b: number) => number): Holding {
  return a.map((is, slot) => how(is, b[slot] ?? 0))
}

const both = (a: number, b: number) => a & b
const either = (a: number, b: number) => a | b
const without = (a: number, b: number) => a & (1 - b)

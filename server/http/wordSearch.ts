import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FilterCriteria } from '../../contract/filter.ts'
import type { Db } from '../database/pool.ts'
import { type Bounds, KeywordSearch } from '../matching/keywordSearch.ts'
import { KeywordTest } from '../matching/keywordTest.ts'
import type { RecentView } from '../matching/recentList.ts'
import { loadTexts } from '../store/auctionWords.ts'
import { type Asked, findNumbers, findWords } from '../store/wordSearch.ts'
import { isNever, type WordExpression } from '../vocabulary.ts'

/** By slot: 1 where keywords hold. */
export type Holding = Uint8Array

/** Auctions whose texts are read at a time: a few milliseconds of comparing. */
const TEXTS_PORTION = 500
/** Words of which one statement may ask for several at once; more are asked for one by one, and put together here. */
const MAX_WORDS_A_STATEMENT = 64

/**
 * For which of the recent auctions a filter's keywords hold; undefined where they ask for nothing. The index of words
 * says where they do and where they may; for the latter the texts are read, by the same test as the matcher's.
 * @throws the signal's reason, or Error('...') of the database when it was cancelled
 */
export async function findHolding(
  db: Db,
  criteria: FilterCriteria,
  view: RecentView,
  signal?: AbortSignal,
): Promise<Holding | undefined> {
  const search = new KeywordSearch(criteria)
  if (!search.asks) return undefined
  const asked: Asked = { signal }
  const found = await findWords(db, search.lookups, asked)
  const slots = view.auctions.length
  const everywhere = new Uint8Array(slots).fill(1)
  const required = search.requiredBounds(found)
  const places = new Places(db, view, slots, asked)
  const [certain, possible] = search.hasRequired ? await places.ofBounds(required, criteria.searchIn) : [everywhere, everywhere]
  if (!search.hasExcluded) return verified(db, criteria, view, certain, possible, asked)
  const [surelyExcluded, maybeExcluded] = await places.ofBounds(search.excludedBounds(found), 'titleAndDescription')
  return verified(db, criteria, view, less(certain, maybeExcluded), less(possible, surelyExcluded), asked)
}

/** Reads the texts of what is possible and not certain. */
async function verified(
  db: Db,
  criteria: FilterCriteria,
  { auctions }: RecentView,
  certain: Holding,
  possible: Holding,
  { signal }: Asked,
): Promise<Holding> {
  const open: number[] = []
  for (let slot = 0; slot < possible.length; slot++) if (possible[slot] && !certain[slot]) open.push(slot)
  if (open.length === 0) return certain
  const holding = certain.slice()
  const test = new KeywordTest(criteria)
  for (let at = 0; at < open.length; at += TEXTS_PORTION) {
    const slotOfId = new Map(open.slice(at, at + TEXTS_PORTION).map((slot) => [auctions[slot]?.id ?? '', slot]))
    const texts = await loadTexts(db, [...slotOfId.keys()], new Date(0))
    signal?.throwIfAborted()
    for (const { id, title, description } of texts) {
      const slot = slotOfId.get(id)
      const auction = slot === undefined ? undefined : auctions[slot]
      if (slot === undefined || !auction) continue
      holding[slot] = Number(test.holds({ ...auction, title, ...(description === null ? {} : { description }) }))
    }
    await yieldToOthers()
  }
  return holding
}

class Places {
  private readonly db: Db
  private readonly view: RecentView
  private readonly slots: number
  private readonly asked: Asked

  constructor(db: Db, view: RecentView, slots: number, asked: Asked) {
    this.db = db
    this.view = view
    this.slots = slots
    this.asked = asked
  }

  /** Where something surely is, and where it may be. */
  async ofBounds({ certain, possible }: Bounds, searchIn: FilterCriteria['searchIn']): Promise<[Holding, Holding]> {
    const maybe = await this.of(possible, searchIn)
    if (JSON.stringify(certain) === JSON.stringify(possible)) return [maybe, maybe]
    return [await this.of(certain, searchIn), maybe]
  }

  private async of(expression: WordExpression, searchIn: FilterCriteria['searchIn']): Promise<Holding> {
    if (isNever(expression)) return new Uint8Array(this.slots)
    if (expression.kind === 'words' || countWords(expression) <= MAX_WORDS_A_STATEMENT) {
      const numbers = await findNumbers(this.db, expression, searchIn, this.asked)
      return this.ofNumbers(numbers)
    }
    const parts = await Promise.all(expression.of.map((part) => this.of(part, searchIn)))
    return parts.reduce(expression.kind === 'all' ? both : either)
  }

  private ofNumbers(numbers: readonly number[]): Holding {
    const holding = new Uint8Array(this.slots)
    for (const number of numbers) {
      const slot = this.view.slotOf(number)
      if (slot !== undefined && slot < this.slots) holding[slot] = 1
    }
    return holding
  }
}

function countWords(expression: WordExpression): number {
  if (expression.kind === 'words') return expression.ids.length
  return expression.of.reduce((sum, part) => sum + countWords(part), 0)
}

const both = (a: Holding, b: Holding): Holding => a.map((is, slot) => is & (b[slot] ?? 0))
const either = (a: Holding, b: Holding): Holding => a.map((is, slot) => is | (b[slot] ?? 0))
const less = (a: Holding, b: Holding): Holding => a.map((is, slot) => is & (1 - (b[slot] ?? 0)))

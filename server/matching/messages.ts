import type { Auction } from '../../contract/auction.ts'
import type { Filter } from '../../contract/filter.ts'
import type { FilterMatch } from './matcher.ts'
import type { PackedMatches } from './packing.ts'

/*
 * What the matching thread and its owner say to each other; all of it can be structured-cloned. Requests are answered
 * in the order in which they were sent, each exactly once.
 */

/** Where the worker finds the function that converts money: `make(data)` of the module gives a `Convert`. */
export type ConverterSource = {
  /** URL of a module. */
  readonly module: string
  /** The exported function that makes the converter. */
  readonly make: string
  /** What it is made from, such as the day's rates; plain data. */
  readonly data: unknown
}

export type FilterChange =
  | { readonly kind: 'add'; readonly filter: Filter }
  | { readonly kind: 'remove'; readonly filterId: string }

export type MatchRequest = {
  readonly id: number
  /** Applied in order, before the auctions are matched. */
  readonly changes: readonly FilterChange[]
  readonly auctions: readonly Auction[]
  /** The moment of matching, ms since 1970. */
  readonly now: number
  /** From now on money is converted with this. */
  readonly converterData?: { readonly data: unknown }
}

export type MatchResult = {
  /** For each auction, in order. */
  readonly matches: readonly (readonly FilterMatch[])[]
  /** After the changes. */
  readonly size: number
  readonly endWindows: readonly number[]
}

export type PackedResult = Omit<MatchResult, 'matches'> & { readonly matches: PackedMatches }

export type MatchAnswer = { readonly id: number; readonly result: PackedResult } | { readonly id: number; readonly error: string }

import type { Auction } from '../../../contract/auction.ts'
import type { Filter } from '../../../contract/filter.ts'
import type { FilterMatch } from '../index/matcher.ts'
import type { PackedMatches } from './packing.ts'

/*
 * Messages between the matching thread and its owner; all are structured-cloneable. Requests are answered in order, each exactly
 * once.
 */

/** The function that creates the worker's money converter: `make(data)` of the module returns a `Convert`. */
export type ConverterSource = {
  /** URL of a module. */
  readonly module: string
  /** Name of the exported function. */
  readonly make: string
  /** Its argument, such as the day's rates; plain data. */
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
  /** Replaces the converter's data from now on. */
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

import type { UnknownPolicy } from '../../../contract/filter.ts'

/*
 * A filter's record under one term: the criteria that decide most often, and the id, so that a match is reported from memory
 * that was just read. The program covers what a record cannot hold.
 */

/** Numbers per record; its program follows. */
export const RECORD = 9

/** The maximum price in the filter's currency, minor units, inclusive; `MOST` means any. */
export const PRICE_MAX = 0
/** The minimum price. */
export const PRICE_MIN = 1
/** The category's term; 0 for any, or if the program decides. */
export const CATEGORY = 2
/** A bit for each marketplace of the filter; -1 for all. */
export const MARKETPLACES = 3
export const BITS = 4
/** The start of the filter's id. */
export const ID = 5

/** In `BITS`: only the title is searched. */
export const TITLE_ONLY = 1
/** In `BITS`: the filter has several index keys. */
export const SEVERAL = 2
/** In `BITS`: the policies for unknown values, two bits each. */
export const PRICE_POLICY_SHIFT = 2
export const CATEGORY_POLICY_SHIFT = 4
export const LOCATION_POLICY_SHIFT = 6
export const POLICY_MASK = 3
export const EXCLUDE = 0
export const INCLUDE = 1
export const FLAG = 2
/** In `BITS`: the program begins with a circle, which is evaluated first because it rejects most auctions. */
export const CIRCLE = 1 << 8
/** In `BITS`: the program has requirements; otherwise it only names held terms. */
export const ASKS = 1 << 9
/** In `BITS`: the program's length; use an unsigned shift. */
export const PROGRAM_SHIFT = 10
export const PLAIN_BITS = (1 << PROGRAM_SHIFT) - 1

export const MOST = 2 ** 31 - 1
/** Marketplaces with their own bit; the sign bit is for the others. */
export const MARKETPLACE_BITS = 31

export function policyCode(policy: UnknownPolicy): number {
  if (policy === 'flag') return FLAG
  return policy === 'include' ? INCLUDE : EXCLUDE
}

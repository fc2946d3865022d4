import { Criterion as Criteria, type Criterion, type UnknownPolicy } from '../../contract/filter.ts'

/*
 * The record of a filter under one atom: what decides most often, in the numbers of one cache line's half. Where it is
 * beyond what these hold, the program judges.
 */

/** Another atom that must be there; 0 for none. */
export const NEXT = 0
/** Bounds of the price in the filter's currency, minor units, both inclusive; `LEAST` and `MOST` stand for none. */
export const PRICE_MIN = 1
export const PRICE_MAX = 2
/** The category's atom; 0 for any, or where the program judges. */
export const CATEGORY = 3
/** A bit for each marketplace that is asked for; -1 for all. */
export const MARKETPLACES = 4
export const BITS = 5

/** Of `BITS`: only the title is searched. */
export const TITLE_ONLY = 1
/** Of `BITS`: it is filed under several atoms. */
export const SEVERAL = 2
/** Of `BITS`: which price of the auction, in which currency: a number of `PriceKinds`; 0 for none. */
export const PRICE_KIND_SHIFT = 2
export const PRICE_KIND_MASK = 0x7f
/** Of `BITS`: what is done where these are unknown: two bits each. */
export const PRICE_POLICY_SHIFT = 9
export const CATEGORY_POLICY_SHIFT = 11
export const LOCATION_POLICY_SHIFT = 13
export const POLICY_MASK = 3
export const EXCLUDE = 0
export const INCLUDE = 1
export const FLAG = 2

export const LEAST = -(2 ** 31)
export const MOST = 2 ** 31 - 1
/** Marketplaces with a bit of their own; the sign's is for those without. */
export const MARKETPLACE_BITS = 31

/** By policy. */
const POLICY_CODES: Readonly<Record<UnknownPolicy, number>> = { exclude: EXCLUDE, include: INCLUDE, flag: FLAG }

export function policyCode(policy: UnknownPolicy): number {
  return POLICY_CODES[policy]
}

const ORDER: readonly Criterion[] = Criteria.options

/** The bit of a criterion in a match's flags. */
export function flagBit(criterion: Criterion): number {
  return 1 << ORDER.indexOf(criterion)
}

/** By bits. */
const flagLists: (readonly Criterion[])[] = Array.from({ length: 1 << ORDER.length }, (_, bits) =>
  Object.freeze(ORDER.filter((criterion) => bits & flagBit(criterion))),
)

/** The criteria of these bits, in the contract's order. */
export function flagsOfBits(bits: number): readonly Criterion[] {
  return flagLists[bits] as readonly Criterion[]
}

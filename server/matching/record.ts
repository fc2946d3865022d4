import { Criterion as Criteria, type Criterion, type UnknownPolicy } from '../../contract/filter.ts'

/*
 * The record of a filter under one term: what decides most often, and who it is, so that a match is named from memory
 * that was just read. Where it is beyond what these hold, the program judges.
 */

/** Numbers of one record; its program follows it. */
export const RECORD = 9

/** The most that the price may be in the filter's currency, minor units, inclusive; `MOST` stands for any. */
export const PRICE_MAX = 0
/** The least that it may be. */
export const PRICE_MIN = 1
/** The category's term; 0 for any, or where the program judges. */
export const CATEGORY = 2
/** A bit for each marketplace that is asked for; -1 for all. */
export const MARKETPLACES = 3
export const BITS = 4
/** Where the numbers of the filter's id begin. */
export const ID = 5

/** Of `BITS`: only the title is searched. */
export const TITLE_ONLY = 1
/** Of `BITS`: it is filed under several terms. */
export const SEVERAL = 2
/** Of `BITS`: what is done where these are unknown: two bits each. */
export const PRICE_POLICY_SHIFT = 2
export const CATEGORY_POLICY_SHIFT = 4
export const LOCATION_POLICY_SHIFT = 6
export const POLICY_MASK = 3
export const EXCLUDE = 0
export const INCLUDE = 1
export const FLAG = 2
/** Of `BITS`: the program begins with a circle, which rejects most: it is asked before the rest is judged. */
export const CIRCLE = 1 << 8
/** Of `BITS`: the program asks for something else; without it, it only names what is held. */
export const ASKS = 1 << 9
/** Of `BITS`: how many numbers the program has; to be shifted without a sign. */
export const PROGRAM_SHIFT = 10
export const PLAIN_BITS = (1 << PROGRAM_SHIFT) - 1

export const MOST = 2 ** 31 - 1
/** Marketplaces with a bit of their own; the sign's is for those without. */
export const MARKETPLACE_BITS = 31

export function policyCode(policy: UnknownPolicy): number {
  if (policy === 'flag') return FLAG
  return policy === 'include' ? INCLUDE : EXCLUDE
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

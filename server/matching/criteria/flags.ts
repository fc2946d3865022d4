import { Criterion as Criteria, type Criterion } from '../../../contract/filter.ts'

/* A match's flags as bits: the criteria that could not be decided. */

const ORDER: readonly Criterion[] = Criteria.options

/** The bit of a criterion. */
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

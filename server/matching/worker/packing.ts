import type { Criterion } from '../../../contract/filter.ts'
import { flagBit, flagsOfBits } from '../criteria/flags.ts'
import type { FilterMatch } from '../index/matcher.ts'

/** The matches of several auctions in a few large objects, because transferring many small ones costs more than matching. */
export type PackedMatches = {
  /** By auction: the number of matches. */
  readonly counts: Uint32Array
  /** Of all auctions, one after another. */
  readonly filterIds: readonly string[]
  /** By match: bits. */
  readonly flags: Uint16Array
}

export function packMatches(matches: readonly (readonly FilterMatch[])[]): PackedMatches {
  const all = matches.flat()
  return {
    counts: Uint32Array.from(matches, ({ length }) => length),
    filterIds: all.map(({ filterId }) => filterId),
    flags: Uint16Array.from(all, ({ flags }) => bitsOf(flags)),
  }
}

export function unpackMatches({ counts, filterIds, flags }: PackedMatches): FilterMatch[][] {
  let at = 0
  return Array.from(counts, (count) =>
    Array.from({ length: count }, () => {
      const match = { filterId: filterIds[at] as string, flags: flagsOfBits(flags[at] as number) }
      at++
      return match
    }),
  )
}

function bitsOf(flags: readonly Criterion[]): number {
  let bits = 0
  for (const flag of flags) bits |= flagBit(flag)
  return bits
}

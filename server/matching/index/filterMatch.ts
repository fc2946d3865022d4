import type { Criterion } from '../../../contract/filter.ts'

/** A filter that an auction meets. */
export type FilterMatch = {
  readonly filterId: string
  /** Criteria that could not be decided and are flagged, in the contract's order. */
  readonly flags: readonly Criterion[]
}

import type { Auction } from '../../../contract/auction.ts'
import type { Fix } from '../../../contract/explain.ts'
import type { FilterCriteria } from '../../../contract/filter.ts'
import type { Convert } from '../criteria/facts.ts'

/** A fix whose effect has not been counted yet. */
export type FixCandidate = Pick<Fix, 'kind' | 'criterion' | 'change' | 'values'>

/** One auction and one filter. */
export type EvaluationInput = {
  readonly criteria: FilterCriteria
  readonly auction: Auction
  /** ms since 1970. */
  readonly now: number
  readonly convert: Convert
}

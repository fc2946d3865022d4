import type { Auction } from '../../contract/auction.ts'
import type { Fix } from '../../contract/explain.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import { changedCriteria } from './change.ts'
import type { Idea } from './fixes.ts'
import { type PreviewOptions, preview } from './preview.ts'

/** More matches than that are not held, but counted anew for every exclusion. */
const MAX_HELD_MATCHES = 1000
const NARROWER: ReadonlySet<Idea['kind']> = new Set(['excludeWord', 'blockSeller', 'excludeUnknown'])

/** Counts what changes of one filter would have added to its matches among recent auctions, or taken away. */
export class EffectCounter {
  /** What the filter as it is would have matched, newest first; not all of it when that is very much. */
  readonly matches: readonly Auction[]
  private readonly criteria: FilterCriteria
  private readonly auctions: readonly Auction[]
  private readonly options: PreviewOptions
  private readonly matchCount: number

  constructor(criteria: FilterCriteria, auctions: readonly Auction[], options: Omit<PreviewOptions, 'limit'>) {
    this.criteria = criteria
    this.auctions = auctions
    this.options = { ...options, limit: 0 }
    const { matchCount, sample } = preview(criteria, auctions, { ...options, limit: MAX_HELD_MATCHES })
    this.matchCount = matchCount
    this.matches = sample
  }

  /** The idea with its figures. One pass over all auctions, or over the matches alone where they can only become fewer. */
  count(idea: Idea): Fix {
    const changed = changedCriteria(this.criteria, idea.change)
    if (!changed) return { ...idea, added: 0, hidden: 0 }
    const areAllHeld = this.matches.length === this.matchCount
    const among = NARROWER.has(idea.kind) && areAllHeld ? this.matches : this.auctions
    const difference = preview(changed, among, this.options).matchCount - this.matchCount
    return { ...idea, added: Math.max(0, difference), hidden: Math.max(0, -difference) }
  }
}

import * as z from 'zod/mini'
import { Auction } from './auction.ts'
import { EventKind } from './eventKind.ts'
import { Criterion } from './filter.ts'
import { Money } from './money.ts'
import { Highlight } from './preview.ts'
import { Id, Instant } from './primitives.ts'
import { MATCH_SORTS, MATCH_STATES } from './vocabulary/kinds.ts'

export const MatchEvent = z.object({
  kind: EventKind,
  at: Instant,
  from: z.optional(Money),
  to: z.optional(Money),
  /** For `endingSoon`: the step, minutes before the end. */
  minutes: z.optional(z.int()),
})
export type MatchEvent = z.infer<typeof MatchEvent>

export const MatchState = z.enum(MATCH_STATES)
export type MatchState = z.infer<typeof MatchState>

/** One per user and auction, for all filters that match. */
export const Match = z.object({
  id: Id,
  auction: Auction,
  filters: z.array(z.object({ id: Id, name: z.string() })),
  /** Oldest first; empty for auctions listed before the filter was created. */
  events: z.array(MatchEvent),
  state: MatchState,
  matchedAt: Instant,
  highlights: z.array(Highlight),
  /** Criteria that could not be decided. */
  flags: z.array(Criterion),
})
export type Match = z.infer<typeof Match>

export const MatchPatch = z.strictObject({ state: MatchState })
export const MatchSort = z.enum(MATCH_SORTS)
export type MatchSort = z.infer<typeof MatchSort>

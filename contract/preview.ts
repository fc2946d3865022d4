import * as z from 'zod/mini'
import { Auction } from './auction.ts'
import { Criterion } from './filter.ts'
import { Currency } from './money.ts'
import { Day, Instant } from './primitives.ts'

/** A range of a text in UTF-16 code units, end exclusive. */
export const Highlight = z.object({
  field: z.enum(['title', 'description']),
  start: z.int(),
  end: z.int(),
})
export type Highlight = z.infer<typeof Highlight>

/** What a draft would have found among the stored auctions. */
export const Preview = z.object({
  matchCount: z.int(),
  /** Matches by the day (UTC) of first sight, oldest first, including days without any. */
  perDay: z.array(z.object({ date: Day, count: z.int() })),
  expectedPerWeek: z.number(),
  /** The newest matches, with the ranges where the keywords were found. */
  sample: z.array(z.extend(Auction, { highlights: z.array(Highlight) })),
  /** Prices of the auctions that match without the price range. Bounds in minor units; `to` is exclusive. */
  prices: z.object({
    currency: Currency,
    buckets: z.array(z.object({ from: z.int(), to: z.int(), count: z.int() })),
  }),
  /** For each criterion, the auctions that would match without it. */
  losses: z.array(z.object({ criterion: Criterion, removed: z.int() })),
  /** Matches for which a criterion could not be decided. */
  unknown: z.array(z.object({ criterion: Criterion, count: z.int() })),
  /** The number of auctions searched, first seen since `since`. */
  evaluated: z.int(),
  since: Instant,
})
export type Preview = z.infer<typeof Preview>

export const Verdict = z.enum(['yes', 'no', 'unknown'])
export type Verdict = z.infer<typeof Verdict>

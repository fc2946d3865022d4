import * as z from 'zod/mini'
import { Id, Instant } from './primitives.ts'
import { FEED_KINDS } from './vocabulary/kinds.ts'

export const FeedKind = z.enum(FEED_KINDS)
export type FeedKind = z.infer<typeof FeedKind>

export const FeedLinkDraft = z.strictObject({
  kind: FeedKind,
  /** Only matches of this filter; absent: all matches. */
  filterId: z.optional(Id),
})
export type FeedLinkDraft = z.infer<typeof FeedLinkDraft>

/** A secret URL that grants read access without sign-in. */
export const FeedLink = z.object({
  id: Id,
  kind: FeedKind,
  filterId: z.optional(Id),
  url: z.string(),
  createdAt: Instant,
  /** Precise to a few minutes. */
  lastReadAt: z.optional(Instant),
})
export type FeedLink = z.infer<typeof FeedLink>

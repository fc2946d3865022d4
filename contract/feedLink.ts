import * as z from 'zod/mini'
import { Id, Instant } from './primitives.ts'

/** What a link leads to, as its address ends: the newest matches as Atom or JSON Feed, or a calendar of ends. */
export const FeedKind = z.enum(['atom', 'json', 'ics'])
export type FeedKind = z.infer<typeof FeedKind>

export const FeedLinkDraft = z.strictObject({
  kind: FeedKind,
  /** Of this filter alone; absent: of all matches. */
  filterId: z.optional(Id),
})
export type FeedLinkDraft = z.infer<typeof FeedLinkDraft>

/** A secret address that needs no sign-in: it is the permission to read. */
export const FeedLink = z.object({
  id: Id,
  kind: FeedKind,
  filterId: z.optional(Id),
  url: z.string(),
  createdAt: Instant,
  /** To a few minutes. */
  lastReadAt: z.optional(Instant),
})
export type FeedLink = z.infer<typeof FeedLink>

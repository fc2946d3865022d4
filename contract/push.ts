import * as z from 'zod/mini'
import { AlertKind } from './eventKind.ts'
import { Id, Instant, Locale } from './primitives.ts'

/** Web push services accept 4096 bytes after encryption; this leaves room for its overhead (RFC 8291, section 4). */
export const MAX_PUSH_PAYLOAD_BYTES = 3000

/**
 * The payload of a push: final texts, which the worker shows without network access, and ids. FCM data messages carry the same
 * as a string under `data.payload`.
 */
export const PushPayload = z.object({
  version: z.literal(1),
  /** The id for the reports *shown* and *opened*; for a test message the test's own id. */
  deliveryId: z.optional(Id),
  auctionId: z.optional(Id),
  /** `summary`: several alerts sent together; it opens the inbox. */
  kind: z.union([AlertKind, z.literal('summary'), z.literal('test')]),
  locale: Locale,
  title: z.string(),
  body: z.string(),
  /** Path on our own origin that a click opens. */
  path: z.string().check(z.regex(/^\/(?![/\\])/)),
  image: z.optional(z.url()),
  at: Instant,
})
export type PushPayload = z.infer<typeof PushPayload>

import * as z from 'zod/mini'
import { AlertKind } from './eventKind.ts'
import { Id, Instant, Locale } from './primitives.ts'

/** Web push services take 4096 bytes after encryption; what is left for us (RFC 8291, section 4, less the record's overhead). */
export const MAX_PUSH_PAYLOAD_BYTES = 3000

/**
 * What a push carries: the finished text (the worker shows it as it is, with no network) and ids.
 * FCM data messages carry the same as one string under `data.payload`.
 */
export const PushPayload = z.object({
  version: z.literal(1),
  /** What is reported as shown and opened; a test message has an id of its own kind here. */
  deliveryId: z.optional(Id),
  auctionId: z.optional(Id),
  /** `summary`: of several alerts that were gathered; it opens the inbox. */
  kind: z.union([AlertKind, z.literal('summary'), z.literal('test')]),
  locale: Locale,
  title: z.string(),
  body: z.string(),
  /** Path on our own origin, to open on click. */
  path: z.string().check(z.regex(/^\/(?![/\\])/)),
  image: z.optional(z.url()),
  at: Instant,
})
export type PushPayload = z.infer<typeof PushPayload>

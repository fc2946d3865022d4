import * as z from 'zod/mini'
import { Auction } from './auction.ts'
import { Device } from './device.ts'
import { MarketplaceHealth } from './marketplace.ts'
import { Match } from './match.ts'
import { Delivery } from './notifications.ts'

/**
 * The events of `GET /api/events`, by the stream's `event:` name. Every event except `health` has an id, and a stream resumed
 * with `Last-Event-ID` continues after it. `reset`: resuming is no longer possible, so the client must reload everything.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('match'), data: Match }),
  z.object({ type: z.literal('auction'), data: Auction }),
  z.object({ type: z.literal('delivery'), data: Delivery }),
  z.object({ type: z.literal('device'), data: Device }),
  z.object({ type: z.literal('health'), data: z.object({ marketplace: z.string(), health: MarketplaceHealth }) }),
  z.object({ type: z.literal('reset'), data: z.object({}) }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

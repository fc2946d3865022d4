import * as z from 'zod/mini'
import { Criterion } from './filter.ts'
import { Currency } from './money.ts'
import { Country, Instant } from './primitives.ts'

/** `ok`; `delayed`: later than its own rhythm; `failing`: the last polls failed; `starting`: not polled yet. */
export const HealthState = z.enum(['starting', 'ok', 'delayed', 'failing'])
export type HealthState = z.infer<typeof HealthState>

export const MarketplaceHealth = z.object({
  state: HealthState,
  lastSuccessAt: z.optional(Instant),
  /** Why the last poll failed, in a few words; absent when it did not. */
  lastError: z.optional(z.string()),
  failures: z.int(),
  /** Calls left in the marketplace's budget just now. */
  callsLeft: z.optional(z.int()),
})
export type MarketplaceHealth = z.infer<typeof MarketplaceHealth>

export const Marketplace = z.object({
  id: z.string(),
  name: z.string(),
  country: z.optional(Country),
  currency: z.optional(Currency),
  /** Absent for a private source. */
  homePage: z.optional(z.string()),
  /** A simulated house, to be labelled so wherever it shows. */
  demo: z.boolean(),
  /** Its results may not stand among those of others. */
  ownSection: z.boolean(),
  /** The criteria that its listings carry data for. */
  criteria: z.array(Criterion),
  health: MarketplaceHealth,
})
export type Marketplace = z.infer<typeof Marketplace>

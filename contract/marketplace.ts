import * as z from 'zod/mini'
import { Criterion } from './filter.ts'
import { Currency } from './money.ts'
import { Country, Instant } from './primitives.ts'

/**
 * `ok`; `delayed`: no success for longer than its interval allows; `failing`: the last polls failed; `starting`: not polled yet.
 */
export const HealthState = z.enum(['starting', 'ok', 'delayed', 'failing'])
export type HealthState = z.infer<typeof HealthState>

export const MarketplaceHealth = z.object({
  state: HealthState,
  lastSuccessAt: z.optional(Instant),
  /** A short reason why the last poll failed; absent otherwise. */
  lastError: z.optional(z.string()),
  failures: z.int(),
  /** Calls currently left in the marketplace's budget. */
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
  /** A simulated house, which must be labelled wherever it is shown. */
  demo: z.boolean(),
  /** Its listings must not be mixed with others'. */
  ownSection: z.boolean(),
  /** The criteria for which its listings have data. */
  criteria: z.array(Criterion),
  health: MarketplaceHealth,
})
export type Marketplace = z.infer<typeof Marketplace>

import type { Instant } from './primitives.ts'
import { DAY_MS } from './time.ts'

// Separate from the schemas, so that the landing page does not load parsers.

export const SUBSCRIPTION_PERIOD_DAYS = 30

/**
 * Days left of a subscription's period (30 days from `createdAt`), rounded up and clamped to 0 … 30, because a wrong clock must
 * not show an impossible number.
 * @param now ms since 1970
 */
export function daysRemaining(createdAt: Instant, now: number): number {
  const endsAt = Date.parse(createdAt) + SUBSCRIPTION_PERIOD_DAYS * DAY_MS
  return Math.min(SUBSCRIPTION_PERIOD_DAYS, Math.max(0, Math.ceil((endsAt - now) / DAY_MS)))
}

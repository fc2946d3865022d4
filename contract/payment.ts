import * as z from 'zod/mini'
import { Money } from './money.ts'
import { Id, Instant } from './primitives.ts'

export const PlanId = z.enum(['free', 'plus', 'pro'])
export type PlanId = z.infer<typeof PlanId>

export const Plan = z.object({
  id: PlanId,
  filterLimit: z.int(),
  /** For one period of 30 days. */
  price: Money,
})
export type Plan = z.infer<typeof Plan>

export const SubscriptionStatus = z.enum(['active', 'cancelled', 'ended'])

export const Subscription = z.object({
  id: Id,
  plan: PlanId,
  status: SubscriptionStatus,
  createdAt: Instant,
  endsAt: Instant,
  cancelAtPeriodEnd: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

export const SubscriptionDraft = z.strictObject({ plan: z.enum(['plus', 'pro']) })
export const Checkout = z.object({ checkoutUrl: z.url() })

/** Specification, section 9. */
export const SUBSCRIPTION_PERIOD_DAYS = 30
const DAY_MS = 86_400_000

/** Days left of a subscription's period: 30 days from `createdAt`, rounded up, never below 0. */
export function daysRemaining(createdAt: Instant, now: number): number {
  const endsAt = Date.parse(createdAt) + SUBSCRIPTION_PERIOD_DAYS * DAY_MS
  return Math.max(0, Math.ceil((endsAt - now) / DAY_MS))
}

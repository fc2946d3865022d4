import * as z from 'zod/mini'
import { Money } from './money.ts'
import { Id, Instant } from './primitives.ts'
import { PLAN_IDS } from './vocabulary/kinds.ts'

export const PlanId = z.enum(PLAN_IDS)
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

import type { Plan, PlanId, Subscription } from '../../contract/payment.ts'
import { SUBSCRIPTION_PERIOD_DAYS } from '../../contract/subscriptionPeriod.ts'
import { DAY_MS } from '../../contract/time.ts'
import type { Db, Tx } from '../database/pool.ts'
import { applyFilterLimit, countFiltersLocked } from '../store/filters.ts'
import {
  endSubscription,
  findRunning,
  insertSubscription,
  resumeSubscription,
  type SubscriptionRow,
} from '../store/subscriptions.ts'

const FREE: Plan = { id: 'free', filterLimit: 3, price: { amount: 0, currency: 'EUR' } }

/** The plans on offer. */
export const PLANS: readonly Plan[] = [
  FREE,
  { id: 'plus', filterLimit: 25, price: { amount: 499, currency: 'EUR' } },
  { id: 'pro', filterLimit: 500, price: { amount: 2499, currency: 'EUR' } },
]

const findPlan = (id: PlanId): Plan => PLANS.find((plan) => plan.id === id) ?? FREE

/** Applies the limits of the user's plan. Call it whenever a subscription begins or ends. */
export async function applyPlan(tx: Tx, userId: string, now: Date): Promise<void> {
  await applyFilterLimit(tx, userId, (await planOf(tx, userId, now)).filterLimit)
}

/**
 * Starts a plan. If the same plan is cancelled but still running, it is resumed. Another plan replaces the running one at once
 * and begins a new period; filters beyond its limit are paused, none is deleted.
 * @param tx all of it happens in this transaction
 * @returns the subscription; undefined when the same plan is running and not cancelled
 */
export async function choosePlan(tx: Tx, userId: string, plan: PlanId, now: Date): Promise<SubscriptionRow | undefined> {
  // Locks the user, so that two concurrent purchases cannot both find no running subscription.
  await countFiltersLocked(tx, userId)
  const running = await findRunning(tx, userId, now)
  if (running?.plan === plan) return running.cancelAtPeriodEnd ? resumeSubscription(tx, running.id) : undefined
  if (running) await endSubscription(tx, running.id, now)
  const endsAt = new Date(now.getTime() + SUBSCRIPTION_PERIOD_DAYS * DAY_MS)
  const subscription = await insertSubscription(tx, userId, plan, now, endsAt)
  await applyPlan(tx, userId, now)
  return subscription
}

/** The plan of the user's running subscription, or else the free plan. */
export async function planOf(db: Db, userId: string, now: Date): Promise<Plan> {
  const running = await findRunning(db, userId, now)
  return running ? findPlan(running.plan) : FREE
}

/** A subscription as the app shows it. */
export function toSubscription(row: SubscriptionRow, now: Date): Subscription {
  return {
    id: row.id,
    plan: row.plan,
    status: row.endsAt <= now ? 'ended' : row.cancelAtPeriodEnd ? 'cancelled' : 'active',
    createdAt: row.createdAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  }
}

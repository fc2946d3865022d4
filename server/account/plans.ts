import type { Plan, PlanId } from '../../contract/payment.ts'
import type { Db, Tx } from '../database/pool.ts'
import { applyFilterLimit } from '../store/filters.ts'
import { findRunning } from '../store/subscriptions.ts'

const FREE: Plan = { id: 'free', filterLimit: 3, price: { amount: 0, currency: 'EUR' } }

/** What can be had; the free plan's limit is the specification's (section 9), the others are this installation's offer. */
export const PLANS: readonly Plan[] = [
  FREE,
  { id: 'plus', filterLimit: 25, price: { amount: 499, currency: 'EUR' } },
  { id: 'pro', filterLimit: 500, price: { amount: 2499, currency: 'EUR' } },
]

export const findPlan = (id: PlanId): Plan => PLANS.find((plan) => plan.id === id) ?? FREE

/** Lets a user have what the plan holds: called whenever a subscription begins or has ended. */
export async function applyPlan(tx: Tx, userId: string, now: Date): Promise<void> {
  await applyFilterLimit(tx, userId, (await planOf(tx, userId, now)).filterLimit)
}

/** The user's plan now: that of the running subscription, else the free one. */
export async function planOf(db: Db, userId: string, now: Date): Promise<Plan> {
  const running = await findRunning(db, userId, now)
  return running ? findPlan(running.plan) : FREE
}

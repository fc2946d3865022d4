import type { Selectable } from 'kysely'
import type { PlanId } from '../../contract/payment.ts'
import type { Db } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { newId } from './ids.ts'

export type SubscriptionRow = Selectable<Database['subscription']>

export function listSubscriptions(db: Db, userId: string): Promise<SubscriptionRow[]> {
  return db.selectFrom('subscription').selectAll().where('userId', '=', userId).orderBy('createdAt', 'desc').execute()
}

/** The running subscription. */
export function findRunning(db: Db, userId: string, now: Date): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscription')
    .selectAll()
    .where('userId', '=', userId)
    .where('endsAt', '>', now)
    .orderBy('endsAt', 'desc')
    .executeTakeFirst()
}

/** Users whose last subscription ended between `since` and `now`. */
export async function listLapsedUsers(db: Db, since: Date, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('userId')
    .groupBy('userId')
    .having((eb) => eb.between(eb.fn.max('endsAt'), since, now))
    .execute()
  return rows.map((row) => row.userId)
}

export function insertSubscription(db: Db, userId: string, plan: PlanId, now: Date, endsAt: Date): Promise<SubscriptionRow> {
  return db
    .insertInto('subscription')
    .values({ id: newId(), userId, plan, createdAt: now, endsAt })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Reverts a cancellation. */
export function resumeSubscription(db: Db, id: string): Promise<SubscriptionRow> {
  return db
    .updateTable('subscription')
    .set({ cancelAtPeriodEnd: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends a subscription that another one replaces. */
export async function endSubscription(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('subscription').set({ endsAt: now, cancelAtPeriodEnd: true }).where('id', '=', id).execute()
}

/**
 * Cancels a subscription.
 * @returns whether the user has it
 */
export async function cancelSubscription(db: Db, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscription')
    .set({ cancelAtPeriodEnd: true })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

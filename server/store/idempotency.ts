import { sql } from 'kysely'
import type { Db, Tx } from '../database/pool.ts'
import { deleteOldest } from './deleteOldest.ts'

export type StoredAnswer = { requestHash: Buffer; status: number; body: unknown }

/**
 * Reserves a key in the transaction of its write. A concurrent transaction with the same key waits here until this one ends.
 * @returns the answer of the first write; undefined when this is the first
 */
export async function reserveKey(tx: Tx, userId: string, key: string, requestHash: Buffer): Promise<StoredAnswer | undefined> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotencyKey')
    .values({ userId, key, requestHash, status: null, body: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) return undefined
  const row = await tx
    .selectFrom('idempotencyKey')
    .selectAll()
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return { requestHash: row.requestHash, status: row.status ?? 200, body: row.body }
}

export async function storeAnswer(tx: Tx, userId: string, key: string, status: number, body: unknown): Promise<void> {
  await tx
    .updateTable('idempotencyKey')
    .set({ status, body: body === undefined ? null : JSON.stringify(body) })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute()
}

/** @returns whether there may be more */
export function deleteOldKeys(db: Db, before: Date): Promise<boolean> {
  return deleteOldest(db, 'idempotency_key', { key: sql`created_at`, isOld: sql`created_at < ${before}` })
}

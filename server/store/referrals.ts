import type { Db } from '../database/pool.ts'

/** The user's referral link, created with the given id if there is none; name and text are updated. */
export async function saveReferralLink(
  db: Db,
  userId: string,
  draft: { id: string; name?: string | undefined; text?: string | undefined },
): Promise<string> {
  const values = { name: draft.name ?? null, text: draft.text ?? null }
  const { id } = await db
    .insertInto('referralLink')
    .values({ id: draft.id, userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findReferralOwner(db: Db, linkId: string): Promise<string | undefined> {
  const row = await db.selectFrom('referralLink').select('userId').where('id', '=', linkId).executeTakeFirst()
  return row?.userId
}

/**
 * Records the use of a referral link.
 * @returns whether it was the user's first use of any link
 */
export async function insertReferralUse(db: Db, userId: string, linkId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('referralUse')
    .values({ userId, linkId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

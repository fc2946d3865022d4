import type { Db, Tx } from '../database/pool.ts'
import { loadNotificationSettings, saveNotificationSettings, saveSecrets, setChannelEnabled } from './notificationSettings.ts'

/** Stores the only code by which this user may link a chat. */
export async function saveLinkCode(db: Db, userId: string, codeHash: Buffer, codeExpiresAt: Date): Promise<void> {
  await db
    .insertInto('telegramLink')
    .values({ userId, codeHash, codeExpiresAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ codeHash, codeExpiresAt }))
    .execute()
}

/**
 * Uses up a code.
 * @returns its user; undefined when it is unknown or expired
 */
export async function takeLinkCode(tx: Tx, codeHash: Buffer, now: Date): Promise<string | undefined> {
  const link = await tx
    .selectFrom('telegramLink')
    .select(['userId', 'codeExpiresAt'])
    .where('codeHash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst()
  if (!link) return undefined
  await tx.updateTable('telegramLink').set({ codeHash: null, codeExpiresAt: null }).where('userId', '=', link.userId).execute()
  return link.codeExpiresAt && link.codeExpiresAt > now ? link.userId : undefined
}

/** Links a chat to the user in place of an earlier one, and switches the channel on. */
export async function linkChat(tx: Tx, userId: string, chatHash: Buffer, secret: Buffer): Promise<void> {
  await tx.updateTable('telegramLink').set({ chatHash }).where('userId', '=', userId).execute()
  await tx.selectFrom('notificationSettings').select('userId').where('userId', '=', userId).forUpdate().execute()
  const stored = (await loadNotificationSettings(tx, [userId])).get(userId)
  if (!stored) throw new Error('no notification settings for the user')
  const { settings } = stored
  await saveNotificationSettings(
    tx,
    userId,
    { ...settings, telegram: { ...settings.telegram, enabled: true } },
    { telegram: secret },
  )
}

/** Forgets the user's chat and code. */
export async function unlinkChat(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('telegramLink').where('userId', '=', userId).execute()
  await saveSecrets(tx, userId, { telegram: null })
  await setChannelEnabled(tx, userId, 'telegram', false)
}

/** The users to whom a chat is linked, in the order of their ids. */
export async function usersOfChat(tx: Tx, chatHash: Buffer): Promise<string[]> {
  const rows = await tx.selectFrom('telegramLink').select('userId').where('chatHash', '=', chatHash).orderBy('userId').execute()
  return rows.map(({ userId }) => userId)
}

/** The next update of a bot to handle; undefined when none was handled since `since`. */
export async function readNextUpdate(db: Db, botId: number, since: Date): Promise<number | undefined> {
  const bot = await db
    .selectFrom('telegramBot')
    .select('nextUpdate')
    .where('id', '=', botId)
    .where('updatedAt', '>', since)
    .executeTakeFirst()
  return bot?.nextUpdate
}

/** The same; the transaction is the only one that handles this bot's updates. */
export async function lockNextUpdate(tx: Tx, botId: number, since: Date): Promise<number | undefined> {
  await tx
    .insertInto('telegramBot')
    .values({ id: botId, nextUpdate: 0, updatedAt: since })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('telegramBot').select('id').where('id', '=', botId).forUpdate().execute()
  return readNextUpdate(tx, botId, since)
}

export async function saveNextUpdate(tx: Tx, botId: number, nextUpdate: number, updatedAt: Date): Promise<void> {
  await tx.updateTable('telegramBot').set({ nextUpdate, updatedAt }).where('id', '=', botId).execute()
}

import { sql } from 'kysely'
import { DEFAULT_NOTIFICATION_SETTINGS, NotificationSettings } from '../../contract/notifications.ts'
import type { Db } from '../database/pool.ts'

/** Settings as stored: `settings.discord.webhookUrl` is empty, the address itself is encrypted beside it. */
export type StoredSettings = { settings: NotificationSettings; discordWebhook: Buffer | null }

/** The settings of these users; those who never saved any have the defaults. */
export async function loadNotificationSettings(db: Db, userIds: readonly string[]): Promise<Map<string, StoredSettings>> {
  const rows = await db
    .selectFrom('notificationSettings')
    .selectAll()
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute()
  const stored = new Map(rows.map((row) => [row.userId, row]))
  return new Map(
    userIds.map((userId) => {
      const row = stored.get(userId)
      const parsed = NotificationSettings.safeParse(row?.settings)
      return [
        userId,
        {
          settings: parsed.success ? parsed.data : DEFAULT_NOTIFICATION_SETTINGS,
          discordWebhook: row?.discordWebhook ?? null,
        },
      ]
    }),
  )
}

export async function saveNotificationSettings(db: Db, userId: string, stored: StoredSettings): Promise<void> {
  const values = { settings: JSON.stringify(stored.settings), discordWebhook: stored.discordWebhook }
  await db
    .insertInto('notificationSettings')
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute()
}

/** Switches a channel off whose target is dead; the settings screen shows it. */
export async function disableDiscord(db: Db, userId: string): Promise<void> {
  await sql`
    update notification_settings set settings = jsonb_set(settings, '{discord,enabled}', 'false')
    where user_id = ${userId}`.execute(db)
}

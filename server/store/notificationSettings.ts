import { sql } from 'kysely'
import { type Channel, DEFAULT_NOTIFICATION_SETTINGS, NotificationSettings } from '../../contract/notifications.ts'
import type { Db } from '../database/pool.ts'
import type { Logger } from '../runtime/log.ts'
import type { UserRow } from './users.ts'

const UNREADABLE = 'notification settings unreadable, defaults apply'

/**
 * Settings as stored: `settings.discord.webhookUrl` and `settings.webhook.url` are empty, and the URLs are encrypted beside
 * them.
 */
export type StoredSettings = {
  settings: NotificationSettings
  discordWebhook: Buffer | null
  /** Addresses rather than flags, so that a changed address is neither confirmed nor bounced. */
  confirmedEmail: string | null
  bouncedEmail: string | null
  /** The user's own webhook, encrypted. */
  webhook: Buffer | null
}

/**
 * The settings of these users; the defaults for users without a record. An unreadable record is logged, kept, and replaced by
 * the defaults in the result.
 */
export async function loadNotificationSettings(
  db: Db,
  userIds: readonly string[],
  log?: Logger,
): Promise<Map<string, StoredSettings>> {
  const rows = await db
    .selectFrom('notificationSettings')
    .selectAll()
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute()
  const stored = new Map(rows.map((row) => [row.userId, row]))
  return new Map(userIds.map((userId) => [userId, parseStored(userId, stored.get(userId), log)]))
}

/** A user with the notification settings; undefined when the account is deleted. */
export async function loadUserSettings(db: Db, userId: string): Promise<{ user: UserRow; stored: StoredSettings } | undefined> {
  const row = await db
    .selectFrom('userAccount')
    .leftJoin('notificationSettings', 'userId', 'userAccount.id')
    .selectAll('userAccount')
    .select(['settings', 'discordWebhook', 'confirmedEmail', 'bouncedEmail', 'webhook'])
    .where('userAccount.id', '=', userId)
    .executeTakeFirst()
  return row && { user: row, stored: parseStored(userId, row.settings === null ? undefined : row) }
}

function parseStored(
  userId: string,
  row: (Omit<StoredSettings, 'settings'> & { settings: unknown }) | undefined,
  log?: Logger,
): StoredSettings {
  const parsed = NotificationSettings.safeParse(row?.settings)
  if (row && !parsed.success) log?.warn({ userId, err: parsed.error }, UNREADABLE)
  return {
    settings: parsed.success ? parsed.data : DEFAULT_NOTIFICATION_SETTINGS,
    discordWebhook: row?.discordWebhook ?? null,
    confirmedEmail: row?.confirmedEmail ?? null,
    bouncedEmail: row?.bouncedEmail ?? null,
    webhook: row?.webhook ?? null,
  }
}

/** Saves a user's settings. The status of addresses stays, and so does a webhook that is undefined. */
export async function saveNotificationSettings(
  db: Db,
  userId: string,
  { settings, ...webhooks }: Pick<StoredSettings, 'settings' | 'discordWebhook'> & { webhook?: Buffer | null | undefined },
): Promise<void> {
  await keepUnreadable(db, userId)
  await upsert(db, userId, { settings: JSON.stringify(settings), ...webhooks })
}

/** Copies an unreadable record to `unreadable` before it is overwritten, so that an operator can restore it. */
async function keepUnreadable(db: Db, userId: string): Promise<void> {
  const row = await db
    .selectFrom('notificationSettings')
    .select('settings')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || NotificationSettings.safeParse(row.settings).success) return
  await db
    .updateTable('notificationSettings')
    .set({ unreadable: JSON.stringify(row.settings) })
    .where('userId', '=', userId)
    .execute()
}

/** Records that the owner of the address wants alerts there. The mail arrived, so an earlier bounce is cleared. */
export async function confirmEmail(db: Db, userId: string, address: string): Promise<void> {
  await upsert(db, userId, { confirmedEmail: address, bouncedEmail: null })
}

/** Stops mails to this address until its owner confirms it again. */
export async function markEmailBounced(db: Db, userId: string, address: string): Promise<void> {
  await upsert(db, userId, { bouncedEmail: address })
}

/** Clears a bounce that was recorded wrongly. */
export async function forgetBounce(db: Db, userId: string, address: string): Promise<void> {
  await db
    .updateTable('notificationSettings')
    .set({ bouncedEmail: null })
    .where('userId', '=', userId)
    .where('bouncedEmail', '=', address)
    .execute()
}

export async function disableEmail(db: Db, userId: string): Promise<void> {
  await upsert(db, userId, {})
  await switchChannel(db, userId, 'email', false)
}

type Change = { settings?: string; webhook?: Buffer | null | undefined } & Partial<Omit<StoredSettings, 'settings' | 'webhook'>>

/** Users who never saved settings have no row yet. */
async function upsert(db: Db, userId: string, change: Change): Promise<void> {
  const defaults = { settings: JSON.stringify(DEFAULT_NOTIFICATION_SETTINGS), discordWebhook: null }
  await db
    .insertInto('notificationSettings')
    .values({ userId, ...defaults, ...change })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet((eb) => ({ userId: eb.ref('excluded.userId'), ...change })))
    .execute()
}

export async function saveWebhook(db: Db, userId: string, webhook: Buffer): Promise<void> {
  await upsert(db, userId, { webhook })
}

/** Disables a channel with a dead target; the settings screen shows it. */
export const disableDiscord = (db: Db, userId: string): Promise<void> => switchChannel(db, userId, 'discord', false)

export const enableDiscord = (db: Db, userId: string): Promise<void> => switchChannel(db, userId, 'discord', true)

export const disableWebhook = (db: Db, userId: string): Promise<void> => switchChannel(db, userId, 'webhook', false)

export const enableWebhook = (db: Db, userId: string): Promise<void> => switchChannel(db, userId, 'webhook', true)

async function switchChannel(db: Db, userId: string, channel: Channel, enabled: boolean): Promise<void> {
  await sql`
    update notification_settings set settings = jsonb_set(settings, array[${channel}, 'enabled'], to_jsonb(${enabled}::boolean))
    where user_id = ${userId} and jsonb_typeof(settings) = 'object'`.execute(db)
}

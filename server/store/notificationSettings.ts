import { sql } from 'kysely'
import { type Channel, DEFAULT_NOTIFICATION_SETTINGS, NotificationSettings } from '../../contract/notifications.ts'
import type { Db } from '../database/pool.ts'
import type { Logger } from '../runtime/log.ts'
import type { UserRow } from './users.ts'

const UNREADABLE = 'notification settings unreadable, defaults apply'

/** What a channel keeps secret, encrypted. */
export type ChannelSecrets = Readonly<Partial<Record<Channel, Buffer>>>

/** Settings as stored. Fields that are secret are empty in `settings`. */
export type StoredSettings = {
  settings: NotificationSettings
  secrets: ChannelSecrets
  /** Addresses rather than flags, so that a changed address is neither confirmed nor bounced. */
  confirmedEmail: string | null
  bouncedEmail: string | null
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
    .select(['settings', 'channelSecrets', 'confirmedEmail', 'bouncedEmail'])
    .where('userAccount.id', '=', userId)
    .executeTakeFirst()
  return row && { user: row, stored: parseStored(userId, row.settings === null ? undefined : row) }
}

type Row = { settings: unknown; channelSecrets: SecretsColumn | null } & Pick<StoredSettings, 'confirmedEmail' | 'bouncedEmail'>
/** In base64, by channel. */
type SecretsColumn = Partial<Record<Channel, string>>

function parseStored(userId: string, row: Row | undefined, log?: Logger): StoredSettings {
  const parsed = NotificationSettings.safeParse(row?.settings)
  if (row && !parsed.success) log?.warn({ userId, err: parsed.error }, UNREADABLE)
  const secrets = Object.entries(row?.channelSecrets ?? {}).map(([channel, secret]) => [channel, Buffer.from(secret, 'base64')])
  return {
    settings: parsed.success ? parsed.data : DEFAULT_NOTIFICATION_SETTINGS,
    secrets: Object.fromEntries(secrets),
    confirmedEmail: row?.confirmedEmail ?? null,
    bouncedEmail: row?.bouncedEmail ?? null,
  }
}

/**
 * Saves a user's settings. The status of addresses stays.
 * @param secrets those that change; `null` removes one
 */
export async function saveNotificationSettings(
  db: Db,
  userId: string,
  settings: NotificationSettings,
  secrets: Readonly<Partial<Record<Channel, Buffer | null>>> = {},
): Promise<void> {
  await keepUnreadable(db, userId)
  await upsert(db, userId, { settings: JSON.stringify(settings) })
  await saveSecrets(db, userId, secrets)
}

/** Changes what channels keep secret; the user has stored settings. */
export async function saveSecrets(
  db: Db,
  userId: string,
  secrets: Readonly<Partial<Record<Channel, Buffer | null>>>,
): Promise<void> {
  if (Object.keys(secrets).length === 0) return
  const changed = Object.fromEntries(
    Object.entries(secrets).map(([channel, secret]) => [channel, secret?.toString('base64') ?? null]),
  )
  await sql`
    update notification_settings set channel_secrets = jsonb_strip_nulls(channel_secrets || ${JSON.stringify(changed)}::jsonb)
    where user_id = ${userId}`.execute(db)
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
  await setChannelEnabled(db, userId, 'email', false)
}

type Change = { settings?: string } & Partial<Pick<StoredSettings, 'confirmedEmail' | 'bouncedEmail'>>

/** Users who never saved settings have no row yet. */
async function upsert(db: Db, userId: string, change: Change): Promise<void> {
  const defaults = { settings: JSON.stringify(DEFAULT_NOTIFICATION_SETTINGS) }
  await db
    .insertInto('notificationSettings')
    .values({ userId, ...defaults, ...change })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet((eb) => ({ userId: eb.ref('excluded.userId'), ...change })))
    .execute()
}

/** Switches a channel on or off; the settings screen shows it. */
export async function setChannelEnabled(db: Db, userId: string, channel: Channel, enabled: boolean): Promise<void> {
  await sql`
    update notification_settings set settings = jsonb_set(settings, array[${channel}, 'enabled'], to_jsonb(${enabled}::boolean))
    where user_id = ${userId} and jsonb_typeof(settings) = 'object'`.execute(db)
}

import type { FieldError } from '../../contract/errors.ts'
import { Channel, type NotificationSettings } from '../../contract/notifications.ts'
import type { Tx } from '../database/pool.ts'
import { loadNotificationSettings, type StoredSettings, saveNotificationSettings } from '../store/notificationSettings.ts'
import type { ChannelModule, Channels, Owner } from './channels/channel.ts'

/** Settings as their owner sees them: secrets are masked, and the channels that can be used are named. */
export function shownSettings(channels: Channels, owner: Owner): NotificationSettings {
  const shown = Channel.options.map((channel) => [channel, channels[channel].showSettings(owner)])
  const offered = Channel.options.filter((kind) => {
    const channel: ChannelModule = channels[kind]
    return channel.isOffered !== false
  })
  return { ...owner.stored.settings, ...Object.fromEntries(shown), offered }
}

/** Validates and saves the settings that a user entered. A masked secret keeps the stored one. */
export async function saveSettings(
  tx: Tx,
  channels: Channels,
  userId: string,
  { offered: _, ...entered }: NotificationSettings,
): Promise<StoredSettings | { errors: FieldError[] }> {
  const before = (await loadNotificationSettings(tx, [userId])).get(userId)
  const errors: FieldError[] = []
  const settings: Partial<Pick<NotificationSettings, Channel>> = {}
  const secrets: Partial<Record<Channel, Buffer | null>> = {}
  for (const kind of Channel.options) {
    const channel: ChannelModule = channels[kind]
    const result = channel.enterSettings(entered[kind], before)
    if ('errors' in result) {
      errors.push(...result.errors)
      continue
    }
    Object.assign(settings, { [kind]: result.settings })
    if (result.secret !== undefined) secrets[kind] = result.secret
  }
  if (errors.length > 0) return { errors }
  await saveNotificationSettings(tx, userId, { ...entered, ...settings }, secrets)
  const saved = (await loadNotificationSettings(tx, [userId])).get(userId)
  if (!saved) throw new Error('no notification settings for the user')
  return saved
}

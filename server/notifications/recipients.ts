import { Channel } from '../../contract/notifications.ts'
import type { Db } from '../database/pool.ts'
import type { Logger } from '../runtime/log.ts'
import type { DeliveryRow } from '../store/deliveries.ts'
import { listDevicesOf } from '../store/devices.ts'
import { loadNotificationSettings, loadUserSettings } from '../store/notificationSettings.ts'
import { findUsers } from '../store/users.ts'
import type { Recipient } from './alerts/plan.ts'
import type { Channels, Owner, Target } from './channels/channel.ts'

/** The notification settings and targets of these users. */
export async function loadRecipients(
  db: Db,
  channels: Channels,
  userIds: readonly string[],
  now: Date,
  log: Logger,
): Promise<Map<string, Recipient>> {
  if (userIds.length === 0) return new Map()
  const [settings, devices, users] = await Promise.all([
    loadNotificationSettings(db, userIds, log),
    listDevicesOf(db, userIds),
    findUsers(db, userIds),
  ])
  const devicesOf = Map.groupBy(devices, (device) => device.userId)
  return new Map(
    users.map((user) => {
      const stored = settings.get(user.id)
      if (!stored) throw new Error('no notification settings for the user')
      const own = devicesOf.get(user.id) ?? []
      const targets = Channel.options.flatMap((channel) =>
        channels[channel].listTargets({ user, stored }, own, now).map((target) => ({ channel, ...target })),
      )
      return [user.id, { settings: stored.settings, targets }]
    }),
  )
}

/** The current target of a delivery; undefined if it is no longer the user's or its channel is disabled. */
export async function findTarget(
  db: Db,
  channels: Channels,
  { channel, target }: Pick<DeliveryRow, 'channel' | 'target'>,
  owner: Owner,
): Promise<Target | undefined> {
  return owner.stored.settings[channel].enabled ? channels[channel].findTarget(db, owner, target) : undefined
}

/** The same with the settings as they are now. */
export async function findCurrentTarget(
  db: Db,
  channels: Channels,
  delivery: Pick<DeliveryRow, 'userId' | 'channel' | 'target'>,
): Promise<Target | undefined> {
  const owner = await loadUserSettings(db, delivery.userId)
  return owner && findTarget(db, channels, delivery, owner)
}

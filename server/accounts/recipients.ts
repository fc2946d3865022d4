import { deviceName } from '../../contract/deviceName.ts'
import type { Db } from '../database/pool.ts'
import type { Recipient } from '../notifications/alerts/plan.ts'
import type { Target } from '../notifications/channels/channel.ts'
import type { Logger } from '../runtime/log.ts'
import { fingerprint, type SecretBox } from '../runtime/secrets.ts'
import type { DeliveryRow } from '../store/deliveries.ts'
import { contactOf, type DeviceRow, findDevice, listDevicesOf, staleBefore } from '../store/devices.ts'
import { loadNotificationSettings, loadUserSettings, type StoredSettings } from '../store/notificationSettings.ts'
import { findUsers, type UserRow } from '../store/users.ts'
import { emailOf, emailTarget } from './emailTarget.ts'
import { ownWebhookTarget, shownTail } from './ownWebhook.ts'

/** The notification settings and targets of these users. */
export async function loadRecipients(
  db: Db,
  secrets: SecretBox,
  userIds: readonly string[],
  now: Date,
  log: Logger,
): Promise<Map<string, Recipient>> {
  if (userIds.length === 0) return new Map()
  const [stored, devices, users] = await Promise.all([
    loadNotificationSettings(db, userIds, log),
    listDevicesOf(db, userIds),
    findUsers(db, userIds),
  ])
  const devicesOf = Map.groupBy(devices, (device) => device.userId)
  return new Map(
    users.map((user) => {
      const settings = stored.get(user.id)
      if (!settings) throw new Error('no notification settings for the user')
      const email = emailOf(settings, user)
      const webhook = openWebhook(secrets, settings)
      const own = ownWebhookTarget(secrets, settings)
      return [
        user.id,
        {
          settings: settings.settings,
          targets: [
            ...(devicesOf.get(user.id) ?? []).map((device) => ({
              channel: 'webPush' as const,
              target: device.id,
              label: deviceName(device.userAgent),
              isStale: contactOf(device) < staleBefore(now),
            })),
            ...(email.status === 'ready' ? [{ channel: 'email' as const, target: email.address, label: email.address }] : []),
            ...(webhook ? [{ channel: 'discord' as const, target: fingerprint(webhook), label: webhookLabel(webhook) }] : []),
            ...(own ? [{ channel: 'webhook' as const, target: fingerprint(own.url), label: new URL(own.url).host }] : []),
          ],
        },
      ]
    }),
  )
}

/** The current target of a delivery; undefined if it is no longer the user's or its channel is disabled. */
export async function findTarget(
  db: Db,
  secrets: SecretBox,
  delivery: Pick<DeliveryRow, 'userId' | 'channel' | 'target'>,
  { user, stored }: { user: UserRow; stored: StoredSettings },
): Promise<Target | undefined> {
  if (!stored.settings[delivery.channel].enabled) return undefined
  if (delivery.channel === 'webPush') {
    const device = await findDevice(db, delivery.target)
    return device?.userId === delivery.userId ? deviceTarget(device) : undefined
  }
  if (delivery.channel === 'email') {
    const email = emailOf(stored, user)
    return email.status === 'ready' && email.address === delivery.target
      ? emailTarget(secrets, delivery.userId, email.address)
      : undefined
  }
  if (delivery.channel === 'webhook') {
    const own = ownWebhookTarget(secrets, stored)
    return own && fingerprint(own.url) === delivery.target ? own : undefined
  }
  const webhookUrl = openWebhook(secrets, stored)
  return webhookUrl && fingerprint(webhookUrl) === delivery.target
    ? { channel: 'discord', webhookUrl, format: stored.settings.discord.format }
    : undefined
}

/** The same with the settings as they are now. */
export async function findCurrentTarget(
  db: Db,
  secrets: SecretBox,
  delivery: Pick<DeliveryRow, 'userId' | 'channel' | 'target'>,
): Promise<Target | undefined> {
  const recipient = await loadUserSettings(db, delivery.userId)
  return recipient && findTarget(db, secrets, delivery, recipient)
}

export function deviceTarget(device: DeviceRow): Target | undefined {
  if (device.kind !== 'webPush') return { channel: 'webPush', kind: device.kind, token: device.address }
  const { subscription } = device
  return subscription ? { channel: 'webPush', kind: 'webPush', subscription } : undefined
}

export function openWebhook(secrets: SecretBox, stored: Pick<StoredSettings, 'discordWebhook'>): string | undefined {
  return stored.discordWebhook ? secrets.open(stored.discordWebhook) : undefined
}

export const webhookLabel = (url: string) => `Discord …${shownTail(url)}`

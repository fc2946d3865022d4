import type { Channel, TestResult } from '../../contract/notifications.ts'
import { HOUR_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import type { Message, Senders } from '../delivery/sender.ts'
import type { SecretBox } from '../secrets.ts'
import { listDevices } from '../store/devices.ts'
import { loadNotificationSettings } from '../store/notificationSettings.ts'
import type { UserRow } from '../store/users.ts'
import { deviceLabel, deviceTarget, emailAddress, openWebhook } from './recipients.ts'

type Parts = { db: Db; clock: { now: () => Date }; secrets: SecretBox; senders: Senders; settings: { publicUrl: string } }

/** Sends a test message to every target of a channel and tells how it went; the worst result is the answer's status. */
export async function testChannel(parts: Parts, user: UserRow, channel: Channel): Promise<TestResult> {
  const { db, clock, secrets, senders, settings } = parts
  const message: Message = {
    alerts: [],
    locale: user.locale,
    timeZone: user.timeZone,
    publicUrl: settings.publicUrl,
    expiresAt: new Date(clock.now().getTime() + HOUR_MS),
  }
  const stored = (await loadNotificationSettings(db, [user.id])).get(user.id)
  if (!stored) throw new Error('settings are loaded for every user that is asked for')

  if (channel === 'email') {
    const address = emailAddress(stored.settings, user)
    return address ? senders.email.send({ channel, address }, message) : { status: 'notSet', detail: 'no address' }
  }
  if (channel === 'discord') {
    const webhookUrl = openWebhook(secrets, stored)
    return webhookUrl
      ? senders.discord.send({ channel, webhookUrl, format: stored.settings.discord.format }, message)
      : { status: 'notSet', detail: 'no webhook' }
  }
  const results: TestResult[] = []
  for (const device of await listDevices(db, user.id)) {
    const target = deviceTarget(device)
    if (target?.channel !== 'webPush') continue
    const { status, detail } = await senders.webPush.send(target, message)
    results.push({ status, detail: `${deviceLabel(device)}: ${detail}` })
  }
  const failed = results.find((result) => result.status !== 'accepted')
  return {
    status: (failed ?? results[0])?.status ?? 'notSet',
    detail: results.map((result) => result.detail).join('; ') || 'no device',
  }
}

import type { Tx } from '../../database/pool.ts'
import type { DeliveryRow } from '../../store/deliveries.ts'
import { markDeviceDead, restoreDevice } from '../../store/devices.ts'
import { logUserEvents } from '../../store/logs.ts'
import {
  disableDiscord,
  disableWebhook,
  enableDiscord,
  enableWebhook,
  forgetBounce,
  markEmailBounced,
} from '../../store/notificationSettings.ts'

type TargetKey = Pick<DeliveryRow, 'userId' | 'channel' | 'target'>

/** Disables a target that its provider reports as dead. */
export async function disableTarget(tx: Tx, { userId, channel, target }: TargetKey, detail: string, at: Date): Promise<void> {
  if (channel === 'webPush') {
    await markDeviceDead(tx, target, at, { reason: 'provider', detail })
    await logUserEvents(tx, [{ userId, kind: 'device', subject: target }])
  }
  if (channel === 'discord') await disableDiscord(tx, userId)
  if (channel === 'webhook') await disableWebhook(tx, userId)
  if (channel === 'email') await markEmailBounced(tx, userId, target)
}

/** Enables it again: the report is no longer believed. */
export async function enableTarget(tx: Tx, { userId, channel, target }: TargetKey): Promise<void> {
  if (channel === 'webPush') await restoreDevice(tx, target)
  if (channel === 'discord') await enableDiscord(tx, userId)
  if (channel === 'webhook') await enableWebhook(tx, userId)
  if (channel === 'email') await forgetBounce(tx, userId, target)
}

import type { WebPushSubscription } from '../../../../contract/device.ts'
import type { DeviceRow } from '../../../store/devices.ts'

export type WebPushTarget = { channel: 'webPush'; kind: 'webPush'; subscription: WebPushSubscription }
export type FcmTarget = { channel: 'webPush'; kind: 'fcm' | 'native'; token: string }
export type PushTarget = WebPushTarget | FcmTarget

/** The push address of a device; undefined when its subscription is incomplete. */
export function pushTarget(device: DeviceRow): PushTarget | undefined {
  if (device.kind !== 'webPush') return { channel: 'webPush', kind: device.kind, token: device.address }
  const { subscription } = device
  return subscription ? { channel: 'webPush', kind: 'webPush', subscription } : undefined
}

/**
 * The name of a target's push service: the host of its endpoint. Only known push services are accepted, so there are few.
 */
export const serviceOf = (target: PushTarget): string =>
  target.kind === 'webPush' ? new URL(target.subscription.endpoint).host : 'fcm'

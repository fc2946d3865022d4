import { deviceName } from '../../../../contract/deviceName.ts'
import { contactOf, findDevice, markDeviceDead, restoreDevice, staleBefore } from '../../../store/devices.ts'
import { logUserEvents } from '../../../store/logs.ts'
import { EVENTS } from '../../events/registry.ts'
import type { ChannelModule, ChannelTraits } from '../channel.ts'
import type { createFcm } from './fcm.ts'
import { sendWebPush, type WebPushDependencies } from './sender.ts'
import { type PushTarget, pushTarget, serviceOf } from './target.ts'
import { testDevices } from './test.ts'

export const webPushTraits: ChannelTraits = {
  isForHumans: true,
  isSerial: false,
  maxBatch: 500,
  maxAlerts: 1,
  slots: { now: 64, later: 16, slow: 16 },
  wants: (kind, { webPush }) => webPush[EVENTS[kind].pushSwitch],
}

/** Browsers by the Web Push protocol or FCM, phones by FCM: one target for each device. */
export function createWebPushChannel({
  fcm,
  ...deps
}: WebPushDependencies & { fcm: ReturnType<typeof createFcm> | undefined }): ChannelModule<'webPush', PushTarget> {
  const channel: ChannelModule<'webPush', PushTarget> = {
    async send(target, message) {
      if (target.kind === 'webPush') return sendWebPush(deps, target, message)
      return fcm ? fcm(target, message) : { status: 'misconfigured', detail: 'no Firebase service account is set' }
    },
    providerOf: serviceOf,
    listTargets: (_, devices, now) =>
      devices.map((device) => ({
        target: device.id,
        label: deviceName(device.userAgent),
        isStale: contactOf(device) < staleBefore(now),
      })),
    async findTarget(db, { user }, wanted) {
      const device = await findDevice(db, wanted)
      return device?.userId === user.id ? pushTarget(device) : undefined
    },
    async disable(tx, { userId, target }, detail, at) {
      await markDeviceDead(tx, target, at, { reason: 'provider', detail })
      await logUserEvents(tx, [{ userId, kind: 'device', subject: target }])
    },
    enable: async (tx, { target }) => void (await restoreDevice(tx, target)),
    showSettings: ({ stored }) => stored.settings.webPush,
    enterSettings: (settings) => ({ settings }),
    test: ({ db, now }, { user }, message, device) => testDevices({ db, now, send: channel.send }, user.id, message, device),
  }
  return channel
}

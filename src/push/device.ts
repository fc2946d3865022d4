import { errorCode } from '../api/errors.ts'
import { readConfig } from '../api/marketplaces.ts'
import { deleteDevice, listDevices } from '../api/notifications.ts'
import { devices } from '../state/devices.ts'
import { notificationSettings, saveSettingsAtom } from '../state/notifications.ts'
import { changePreferencesAtom } from '../state/preferences.ts'
import { servicesAtom } from '../state/services.ts'
import { atom } from '../state/store.ts'
import { noteRefreshAtom, registerAtom } from './register.ts'
import { pushAddress } from './subscribe.ts'
import { pushSupport } from './support.ts'

/** The result of switching push on. */
export type PushResult = 'subscribed' | 'denied' | 'unsupported' | 'installFirst' | 'tooManyDevices' | 'unavailable'

/**
 * Asks for permission if necessary, registers this browser, and switches push on in the settings. Must run in response to a
 * tap: phones ignore permission requests otherwise.
 */
export const enablePushAtom = atom(null, async (get, set): Promise<PushResult> => {
  const support = pushSupport()
  if (support !== 'supported') return support
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    await set(registerThisBrowserAtom, 0)
  } catch (error) {
    console.warn('Push could not be switched on.', error)
    return errorCode(error) === 'device_limit_reached' ? 'tooManyDevices' : 'unavailable'
  }
  set(changePreferencesAtom, { pushEnabled: true })
  void set(devices.load)
  if (!get(notificationSettings.atom).value) await set(notificationSettings.load)
  const { value } = get(notificationSettings.atom)
  if (!value) return 'unavailable'
  if (!value.webPush.enabled || !value.webPush.subscribed)
    await set(saveSettingsAtom, { ...value, webPush: { ...value.webPush, enabled: true, subscribed: true } })
  return 'subscribed'
})

/** See {@link registerAtom}. */
export const registerThisBrowserAtom = atom(null, async (get, set, restMs: number) => {
  const { client } = get(servicesAtom)
  await set(registerAtom, async (isNew) => pushAddress(await readConfig(client), isNew), restMs)
})

/** Unregisters this browser from push, here and on the server. */
export const disablePushAtom = atom(null, async (_get, set) => {
  set(changePreferencesAtom, { pushEnabled: false })
  await set(leavePushAtom)
})

/** Stops push to this device. The user's push setting stays unchanged. */
export const leavePushAtom = atom(null, async (get, set) => {
  const { client, storage } = get(servicesAtom)
  // Started together: at a log-out without a network, the user's storage closes right afterwards.
  const [deviceKey] = await Promise.all([storage.read('deviceKey'), set(noteRefreshAtom, null)])
  // No key: it was never registered.
  if (!deviceKey) return
  try {
    const own = (await listDevices(client).catch(() => [])).find((device) => device.deviceKey === deviceKey)
    if (own) await deleteDevice(client, own.id)
  } finally {
    // Unsubscribe even if the server could not be reached.
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  }
})

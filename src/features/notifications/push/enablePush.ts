import { errorCode } from '../../../api/errors.ts'
import { changePreferencesAtom } from '../../../preferences/preferences.ts'
import { registerThisBrowserAtom } from '../../../push/device.ts'
import { pushSupport } from '../../../push/support.ts'
import { atom } from '../../../store/store.ts'
import { devices } from '../devices/devices.ts'
import { notificationSettings, saveSettingsAtom } from '../settings.ts'

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

import { changePreferencesAtom } from '../preferences/preferences.ts'
import { servicesAtom } from '../services/services.ts'
import { atom } from '../store/store.ts'
import { noteRefreshAtom, registerAtom } from './register.ts'
import { pushAddress } from './subscribe.ts'

/** See {@link registerAtom}. */
export const registerThisBrowserAtom = atom(null, async (get, set, minIntervalMs: number) => {
  const { client } = get(servicesAtom)
  await set(registerAtom, async (isNew) => pushAddress(await client('readConfig', {}), isNew), minIntervalMs)
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
    const own = (await client('listDevices', {}).catch(() => [])).find((device) => device.deviceKey === deviceKey)
    if (own) await client('deleteDevice', { params: { id: own.id } })
  } finally {
    // Unsubscribe even if the server could not be reached.
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  }
})

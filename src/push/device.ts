import { readConfig } from '../api/marketplaces.ts'
import { deleteDevice, listDevices, registerDevice } from '../api/notifications.ts'
import { DEVICE_REFRESH_MS } from '../limits.ts'
import { registerNativeDeviceAtom } from '../shell/actions.ts'
import { edgesAtom } from '../state/edges.ts'
import { changePreferencesAtom, preferencesAtom } from '../state/preferences.ts'
import { sessionAtom } from '../state/session/session.ts'
import { atom, type Store } from '../state/store.ts'
import { pushAddress } from './subscribe.ts'
import { pushSupport } from './support.ts'

/** How switching push on ended. */
export type PushResult = 'subscribed' | 'denied' | 'unsupported' | 'installFirst' | 'unavailable'

const MAX_USER_AGENT_LENGTH = 500

/** Asks for the permission, if need be, and registers this browser. Call it from a tap: phones ignore it elsewhere. */
export const enablePushAtom = atom(null, async (_get, set): Promise<PushResult> => {
  const support = pushSupport()
  if (support !== 'supported') return support
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    await set(registerThisDeviceAtom)
    set(changePreferencesAtom, { pushEnabled: true })
    return 'subscribed'
  } catch (error) {
    console.warn('Push could not be switched on.', error)
    return 'unavailable'
  }
})

const registerThisDeviceAtom = atom(null, async (get, set) => {
  const { client, storage, now } = get(edgesAtom)
  const address = await pushAddress(await readConfig(client))
  const deviceKey = await storage.change('deviceKey', (key) => key ?? crypto.randomUUID())
  await registerDevice(client, {
    ...address,
    deviceKey: deviceKey ?? '',
    userAgent: navigator.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
  })
  set(changePreferencesAtom, { deviceRefreshedAt: now() })
})

/** Takes this browser off push, here and on the server. */
export const disablePushAtom = atom(null, async (_get, set) => {
  set(changePreferencesAtom, { pushEnabled: false, deviceRefreshedAt: null })
  await set(leavePushAtom)
})

/** Nothing is sent to this device any more; whether its user wants push stays as it is. */
export const leavePushAtom = atom(null, async (get) => {
  const { client, storage } = get(edgesAtom)
  const deviceKey = await storage.read('deviceKey')
  // Without a key it was never registered.
  if (!deviceKey) return
  const own = (await listDevices(client).catch(() => [])).find((device) => device.deviceKey === deviceKey)
  if (own) await deleteDevice(client, own.id)
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
})

/** Keeps this device's address for push with whoever is signed in: at the start, and when the account changes. */
export function keepDeviceRegistered(store: Store): void {
  let registeredFor: string | null = null
  const follow = () => {
    const { accountId, isAuthenticated, notificationToken } = store.get(sessionAtom)
    const account = isAuthenticated ? accountId : null
    if (account === registeredFor) return
    registeredFor = account
    if (!account) return
    if (!notificationToken) store.get(edgesAtom).askShell?.({ request: 'requestNotificationToken' })
    void refreshDevice(store)
  }
  follow()
  store.sub(sessionAtom, follow)
}

/** Addresses for push die without a word; the server is told the present one, at most once a day for the same person. */
async function refreshDevice(store: Store): Promise<void> {
  await store.set(registerNativeDeviceAtom)
  const { pushEnabled, deviceRefreshedAt } = store.get(preferencesAtom)
  const { isAuthenticated } = store.get(sessionAtom)
  if (!pushEnabled || !isAuthenticated || pushSupport() !== 'supported' || Notification.permission !== 'granted') return
  if (deviceRefreshedAt !== null && store.get(edgesAtom).now() - deviceRefreshedAt < DEVICE_REFRESH_MS) return
  await store
    .set(registerThisDeviceAtom)
    .catch((error: unknown) => console.warn('The push address could not be refreshed.', error))
}

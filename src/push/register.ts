import type { DeviceDraft } from '../../contract/device.ts'
import type { Preferences } from '../offline/storage/browserRecords.ts'
import { changePreferencesAtom } from '../preferences/preferences.ts'
import { servicesAtom } from '../services/services.ts'
import { sessionAtom } from '../session/session.ts'
import { atom } from '../store/store.ts'

type WithoutDevice<D> = D extends unknown ? Omit<D, 'deviceKey' | 'userAgent'> : never
type Address = WithoutDevice<DeviceDraft>

const MAX_USER_AGENT_LENGTH = 500
const LOCK = 'lotwatch device'

/** Old web views have no locks, but no tabs either. */
const alone = (work: () => Promise<void>): Promise<void> => (navigator.locks ? navigator.locks.request(LOCK, work) : work())

/**
 * Registers this device's push address for the signed-in user, unless this tab or another did so within `minIntervalMs`. Rejects if
 * there is no address or the server cannot be reached.
 * @param find gets the address; `isNew`: a new one, if possible
 */
export const registerAtom = atom(null, (get, set, find: (isNew: boolean) => Promise<Address>, minIntervalMs: number) =>
  // One tab at a time; the others then see that it is done.
  alone(async () => {
    const { client, storage, now } = get(servicesAtom)
    const account = get(sessionAtom).accountId ?? ''
    const { deviceRefresh } = await storage.read('preferences')
    if (deviceRefresh?.account === account && now() - deviceRefresh.at < minIntervalMs) return
    const deviceKey = (await storage.change('deviceKey', (key) => key ?? crypto.randomUUID())) ?? ''
    const userAgent = navigator.userAgent.slice(0, MAX_USER_AGENT_LENGTH)
    const register = async (isNew: boolean) =>
      client('registerDevice', { body: { ...(await find(isNew)), deviceKey, userAgent } })
    const device = await register(false)
    if (device.addressGone && device.kind !== 'native') await register(true)
    await set(noteRefreshAtom, { account, at: now(), kind: device.kind })
  }),
)

/** The same for the phone's token, which the mobile shell provides. */
export const registerNativeAtom = atom(null, async (get, set, minIntervalMs: number) => {
  const { notificationToken, isAuthenticated } = get(sessionAtom)
  if (!notificationToken || !isAuthenticated) return
  await set(registerAtom, async () => ({ kind: 'native', token: notificationToken }), minIntervalMs)
})

/** Reports to the server that this browser has lost the permission. Once, not at every start. */
export const withdrawAtom = atom(null, (get, set) =>
  alone(async () => {
    const { client, storage } = get(servicesAtom)
    const [{ deviceRefresh }, deviceKey] = [await storage.read('preferences'), await storage.read('deviceKey')]
    if (!deviceRefresh || !deviceKey) return
    // If the page is left before the response, this is repeated, and a permission granted again registers at once.
    await set(noteRefreshAtom, { ...deviceRefresh, at: 0 })
    await client('withdrawDevice', { body: { deviceKey } })
    await set(noteRefreshAtom, null)
  }),
)

/** Written at once, not debounced, because other tabs wait for it. */
export const noteRefreshAtom = atom(null, async (get, set, deviceRefresh: Preferences['deviceRefresh']) => {
  set(changePreferencesAtom, { deviceRefresh })
  await get(servicesAtom).storage.change('preferences', (preferences) => ({ ...preferences, deviceRefresh }))
})

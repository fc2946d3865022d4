import { onRevisit } from '../install/revisit.ts'
import { DEVICE_CHECK_INTERVAL_MS, DEVICE_REFRESH_MS, DEVICE_START_INTERVAL_MS } from '../limits.ts'
import { preferencesAtom } from '../preferences/preferences.ts'
import { servicesAtom } from '../services/services.ts'
import { sessionAtom } from '../session/session.ts'
import type { Store } from '../store/store.ts'
import { registerThisBrowserAtom } from './device.ts'
import { registerNativeAtom, withdrawAtom } from './register.ts'
import { isPermitted, pushSupport } from './support.ts'

/**
 * Keeps this device's push address registered for the signed-in user: at every start, when the account changes, and daily
 * while the app stays open, because push addresses expire silently. Returns a function that stops it.
 */
export function keepDeviceRegistered(store: Store): () => void {
  let registeredFor: string | null = null
  let minIntervalMs = DEVICE_START_INTERVAL_MS

  const refresh = async () => {
    const account = registeredFor
    try {
      await refreshDevice(store, minIntervalMs)
      if (registeredFor === account) minIntervalMs = DEVICE_REFRESH_MS
    } catch (error) {
      console.warn('The push address could not be refreshed.', error)
    }
  }
  const follow = () => {
    const { accountId, isAuthenticated } = store.get(sessionAtom)
    const account = isAuthenticated ? accountId : null
    if (account === registeredFor) return
    registeredFor = account
    minIntervalMs = DEVICE_START_INTERVAL_MS
    if (account) void refresh()
  }
  const check = () => {
    if (registeredFor && !document.hidden) void refresh()
  }

  follow()
  const unsubscribe = store.sub(sessionAtom, follow)
  const unvisit = onRevisit(check)
  const timer = setInterval(check, DEVICE_CHECK_INTERVAL_MS)
  const unfollow = followPermission(check)
  return () => {
    unsubscribe()
    unfollow()
    unvisit()
    clearInterval(timer)
  }
}

async function refreshDevice(store: Store, minIntervalMs: number): Promise<void> {
  // The phone's token may have changed as well. The shell's answer is registered when it arrives.
  store.get(servicesAtom).askShell?.({ request: 'requestNotificationToken' })
  // The phone shows pushes itself, whatever permission its web view has.
  if (store.get(sessionAtom).notificationToken) return store.set(registerNativeAtom, minIntervalMs)
  const { pushEnabled } = store.get(preferencesAtom)
  const support = pushSupport()
  if (!pushEnabled || support === 'unsupported' || support === 'installFirst') return
  if (isPermitted()) await store.set(registerThisBrowserAtom, minIntervalMs)
  else await store.set(withdrawAtom)
}

/** The user may revoke or grant the permission while the app is open. */
function followPermission(check: () => void): () => void {
  let status: PermissionStatus | undefined
  let isOver = false
  const query = async () => {
    status = await navigator.permissions.query({ name: 'notifications' })
    if (!isOver) status.addEventListener('change', check)
  }
  // Some browsers cannot query this permission; the next start checks it.
  void query().catch(() => undefined)
  return () => {
    isOver = true
    status?.removeEventListener('change', check)
  }
}

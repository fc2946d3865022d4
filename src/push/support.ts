import { isInstalled } from '../install/prompt.ts'

/** Whether push can be switched on here, and if not, why. */
export type PushSupport = 'supported' | 'unsupported' | 'installFirst' | 'denied'

const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1)

export function pushSupport(): PushSupport {
  const hasApis = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!hasApis) return isApplePhone() && !isInstalled() ? 'installFirst' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'supported'
}

/** Whether this browser may show notifications. */
export const isPermitted = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'

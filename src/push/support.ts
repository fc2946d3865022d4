import { isInstalled } from '../install/prompt.ts'

/** Why push cannot be switched on here, or that it can. */
export type PushSupport = 'supported' | 'unsupported' | 'installFirst' | 'denied'

const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1)

export function pushSupport(): PushSupport {
  const hasApis = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!hasApis) return isApplePhone() && !isInstalled() ? 'installFirst' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'supported'
}

/** Whether this browser shows what it is sent. */
export const isPermitted = (): boolean => 'Notification' in globalThis && Notification.permission === 'granted'

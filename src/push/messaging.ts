/** The one door to firebase/messaging; loaded only where the installation sends by it. */
import { initializeApp } from 'firebase/app'
import { getMessaging, getToken } from 'firebase/messaging'
import type { AppConfig } from '../../contract/config.ts'

const APP_NAME = 'messaging'

/** Our own worker takes the pushes: the library must not register its own. */
export function messagingToken(
  fcm: NonNullable<AppConfig['fcm']>,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  const { vapidKey, ...options } = fcm
  return getToken(getMessaging(initializeApp(options, APP_NAME)), { vapidKey, serviceWorkerRegistration })
}

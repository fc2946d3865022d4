/** The one door to firebase/messaging; loaded only where the installation sends by it. */
import { initializeApp } from 'firebase/app'
import { deleteToken, getMessaging, getToken } from 'firebase/messaging'
import type { AppConfig } from '../../contract/config.ts'

const APP_NAME = 'messaging'

/**
 * Our own worker takes the pushes: the library must not register its own.
 * @param isNew another token than it had
 */
export async function messagingToken(
  fcm: NonNullable<AppConfig['fcm']>,
  serviceWorkerRegistration: ServiceWorkerRegistration,
  isNew: boolean,
): Promise<string> {
  const { vapidKey, ...options } = fcm
  const messaging = getMessaging(initializeApp(options, APP_NAME))
  if (isNew) await deleteToken(messaging)
  return getToken(messaging, { vapidKey, serviceWorkerRegistration })
}

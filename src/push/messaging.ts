/** The only module that imports firebase/messaging; loaded only if the installation sends through it. */
import { initializeApp } from 'firebase/app'
import { deleteToken, getMessaging, getToken } from 'firebase/messaging'
import type { AppConfig } from '../../contract/config.ts'

const APP_NAME = 'messaging'

/**
 * Uses our own worker, so that the library does not register its own.
 * @param isNew replace the previous token
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

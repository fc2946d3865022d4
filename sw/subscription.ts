/// <reference lib="webworker" />
import type { DeviceDraft, WebPushSubscription } from '../contract/device.ts'
import { post } from './api.ts'
import { storage } from './storage.ts'

declare const self: ServiceWorkerGlobalScope

/** Not in TypeScript's library: the W3C Push API's event. */
type SubscriptionChangeEvent = ExtendableEvent & {
  newSubscription?: PushSubscription | null
  oldSubscription?: PushSubscription | null
}

/** Registers the new push address after the browser has changed it; otherwise no push would arrive any more. */
export function onSubscriptionChange(event: Event): void {
  const change = event as SubscriptionChangeEvent
  change.waitUntil(register(change).catch((error) => console.debug('the push address was not renewed', error)))
}

async function register({ newSubscription, oldSubscription }: SubscriptionChangeEvent): Promise<void> {
  const [{ deviceRefresh }, deviceKey] = [await storage.read('preferences'), await storage.read('deviceKey')]
  // Firebase's subscription, created with its key. The next start gets the new token from Firebase.
  if (deviceRefresh?.kind === 'fcm') return
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  const subscription =
    newSubscription ??
    (applicationServerKey
      ? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
      : await self.registration.pushManager.getSubscription())
  if (!subscription || !deviceKey) return
  const draft: DeviceDraft = {
    kind: 'webPush',
    // The server validates the fields that toJSON types as optional.
    subscription: subscription.toJSON() as WebPushSubscription,
    deviceKey,
    userAgent: self.navigator.userAgent,
  }
  await post('/api/notifications/devices', draft)
}

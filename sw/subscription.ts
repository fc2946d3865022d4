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

/** The browser has changed the address under which it takes pushes: the server is told, or nothing would arrive any more. */
export function onSubscriptionChange(event: Event): void {
  const change = event as SubscriptionChangeEvent
  change.waitUntil(register(change).catch((error) => console.debug('the push address was not renewed', error)))
}

async function register({ newSubscription, oldSubscription }: SubscriptionChangeEvent): Promise<void> {
  const [{ deviceRefresh }, deviceKey] = [await storage.read('preferences'), await storage.read('deviceKey')]
  // Firebase's own, made with Firebase's key: the next start asks Firebase for the new token.
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
    // What toJSON leaves open is checked where it arrives.
    subscription: subscription.toJSON() as WebPushSubscription,
    deviceKey,
    userAgent: self.navigator.userAgent,
  }
  await post('/api/notifications/devices', draft)
}

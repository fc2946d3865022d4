/// <reference lib="webworker" />
import { WebPushSubscription } from '../contract/notifications.ts'
import { call } from '../src/api/call.ts'
import { storage } from '../src/storage/storage.ts'

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
  const { session, deviceKey } = await storage.readAll(['session', 'deviceKey'])
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  const subscription =
    newSubscription ??
    (applicationServerKey
      ? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
      : await self.registration.pushManager.getSubscription())
  if (!subscription || !session.token || !deviceKey) return
  const body = {
    kind: 'webPush' as const,
    subscription: WebPushSubscription.parse(subscription.toJSON()),
    deviceKey,
    userAgent: self.navigator.userAgent,
  }
  await call('registerDevice', { body }, { token: session.token, idempotencyKey: crypto.randomUUID() })
}

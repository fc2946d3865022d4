/// <reference lib="webworker" />
import type { PushPayload } from '../contract/push.ts'
import { fallbackNotification, notificationOf } from './notification.ts'
import { payloadOf } from './payload.ts'
import { report } from './report.ts'
import { storage } from './storage.ts'

declare const self: ServiceWorkerGlobalScope

/** Enough to know a delivery again that a push service hands over twice. */
const MAX_REMEMBERED = 200

/** Shows exactly one notification for each push, whatever is in it: browsers withdraw the permission of those who stay silent. */
export function onPush(event: PushEvent): void {
  event.waitUntil(show(event))
}

async function show(event: PushEvent): Promise<void> {
  const payload = readPayload(event)
  if (!payload) {
    const { title, options } = fallbackNotification(await preferredLocale())
    return self.registration.showNotification(title, options)
  }
  const { title, options } = notificationOf(payload)
  // Nothing may come before this: a storage that hangs must not keep the alert back.
  await self.registration.showNotification(title, options)
  const { deliveryId } = payload
  if (!deliveryId) return
  await storage
    .change('shownDeliveries', (ids) => [deliveryId, ...ids.filter((id) => id !== deliveryId)].slice(0, MAX_REMEMBERED))
    .catch(() => undefined)
  await report('shown', deliveryId)
}

/** Safari's `notification` is not in TypeScript's library. */
function readPayload({ data, notification }: PushEvent & { notification?: Notification | null }): PushPayload | undefined {
  try {
    return payloadOf(data?.json(), notification ?? undefined)
  } catch {
    return undefined
  }
}

async function preferredLocale() {
  return storage.read('preferences').then(
    ({ locale }) => locale,
    () => 'en' as const,
  )
}

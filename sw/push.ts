/// <reference lib="webworker" />
import type { PushPayload } from '../contract/push.ts'
import { fallbackNotification, notificationOf } from './notification.ts'
import { payloadOf } from './payload.ts'
import { report } from './report.ts'
import { storage } from './storage.ts'

declare const self: ServiceWorkerGlobalScope

/** Shows exactly one notification for each push, whatever its content: browsers revoke the permission of silent workers. */
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
  // Must come first: hanging storage must not delay the alert.
  await self.registration.showNotification(title, options)
  if (payload.deliveryId) await report('shown', payload.deliveryId)
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

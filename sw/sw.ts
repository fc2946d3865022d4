/// <reference lib="webworker" />
/** The service worker's event listeners. Their implementations are in the files next to this one. */
import { onNotificationClick } from './click.ts'
import { precacheApp } from './precache.ts'
import { onPush } from './push.ts'
import { onSubscriptionChange } from './subscription.ts'

declare const self: ServiceWorkerGlobalScope

precacheApp()

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => {
  // The user has agreed to the new build; workbox-window sends this message.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
self.addEventListener('push', onPush)
self.addEventListener('notificationclick', onNotificationClick)
self.addEventListener('pushsubscriptionchange', onSubscriptionChange)

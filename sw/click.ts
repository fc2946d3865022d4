/// <reference lib="webworker" />

import type { NotificationData } from './notification.ts'
import { report } from './report.ts'
import { storage } from './storage.ts'

declare const self: ServiceWorkerGlobalScope

const START = '/auctions'

/** Opens the auction of a clicked notification, in an existing window or a new one. */
export function onNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  const { path, deliveryId } = readData(event.notification.data)
  event.waitUntil(Promise.all([open(path), deliveryId ? report('opened', deliveryId) : undefined]))
}

async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const window =
    windows.find((client) => client.focused) ?? windows.find((client) => client.visibilityState === 'visible') ?? windows[0]
  if (window) {
    window.postMessage({ type: 'open', path })
    // Rejected if the browser does not count the click as a user gesture.
    await window.focus().catch(() => undefined)
    return
  }
  // On iOS a closed app always opens at its start page (WebKit bug 259212), so the app checks this record first.
  await storage.write('pendingPath', { path, at: Date.now() }).catch(() => undefined)
  await self.clients.openWindow(path).catch(() => undefined)
}

/** Validates the data, since notifications of an older worker may be clicked after an update. */
function readData(data: unknown): NotificationData {
  const { path, deliveryId } = (typeof data === 'object' && data !== null ? data : {}) as Partial<
    Record<keyof NotificationData, unknown>
  >
  return {
    path: typeof path === 'string' ? ownPath(path) : START,
    ...(typeof deliveryId === 'string' ? { deliveryId } : {}),
  }
}

/** The path if it is on our own site, else the start page. */
function ownPath(path: string): string {
  if (!URL.canParse(path, self.location.origin)) return START
  const url = new URL(path, self.location.origin)
  return url.origin === self.location.origin ? url.pathname + url.search + url.hash : START
}

/// <reference lib="webworker" />

import type { NotificationData } from './notification.ts'
import { report } from './report.ts'
import { storage } from './storage.ts'

declare const self: ServiceWorkerGlobalScope

const START = '/auctions'

/** A click opens the auction: in a window that is there already, else in a new one. */
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
    // Refused where the click does not count as the user's.
    await window.focus().catch(() => undefined)
    return
  }
  // A closed app on iOS starts with its start page, whatever is asked for (WebKit bug 259212): the app looks here first.
  await storage.write('pendingPath', { path, at: Date.now() }).catch(() => undefined)
  await self.clients.openWindow(path).catch(() => undefined)
}

/** Notifications of an older worker may be clicked after an update: what they carry is not taken at its word. */
function readData(data: unknown): NotificationData {
  const { path, deliveryId } = (typeof data === 'object' && data !== null ? data : {}) as Partial<
    Record<keyof NotificationData, unknown>
  >
  return {
    path: typeof path === 'string' ? ownPath(path) : START,
    ...(typeof deliveryId === 'string' ? { deliveryId } : {}),
  }
}

/** The path when it leads to our own site, else the start. */
function ownPath(path: string): string {
  if (!URL.canParse(path, self.location.origin)) return START
  const url = new URL(path, self.location.origin)
  return url.origin === self.location.origin ? url.pathname + url.search + url.hash : START
}

/// <reference lib="webworker" />
import type { Locale } from '../contract/primitives.ts'
import type { PushPayload } from '../contract/push.ts'

/** Data stored with a notification until it is clicked. */
export type NotificationData = { path: string; deliveryId?: string }

/** `image`, `renotify` and `timestamp` are not in TypeScript's library, because not all browsers support them. */
type Shown = { title: string; options: NotificationOptions & { image?: string; renotify?: boolean; timestamp?: number } }

const ICON = '/icons/icon-192.png'
const BADGE = '/icons/badge-96.png'

/** The notification of a payload. Pure, so that it can be tested without a worker. */
export function notificationOf(payload: PushPayload): Shown {
  const data: NotificationData = { path: payload.path, ...(payload.deliveryId ? { deliveryId: payload.deliveryId } : {}) }
  return {
    title: payload.title,
    options: {
      body: payload.body,
      lang: payload.locale,
      icon: ICON,
      badge: BADGE,
      // A delivery that arrives twice replaces its own notification.
      tag: payload.deliveryId ?? payload.kind,
      timestamp: Date.parse(payload.at),
      ...(payload.image ? { image: payload.image } : {}),
      data,
    },
  }
}

const FALLBACK: Record<Locale, { title: string; body: string; path: string }> = {
  en: { title: 'Lotwatch', body: 'Something new for you. Open Lotwatch to see it.', path: '/auctions' },
  de: { title: 'Lotwatch', body: 'Es gibt Neues für dich. Öffne Lotwatch, um es zu sehen.', path: '/de/auctions' },
}

/** For a push that cannot be parsed. */
export function fallbackNotification(locale: Locale): Shown {
  const { title, body, path } = FALLBACK[locale]
  const data: NotificationData = { path }
  return { title, options: { body, lang: locale, icon: ICON, badge: BADGE, tag: 'fallback', data } }
}

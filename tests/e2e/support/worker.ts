import { expect, type Page } from '@playwright/test'

/** The parts of the worker's global scope that are used here; its types conflict with the DOM's. */
type WorkerScope = EventTarget & {
  registration: ServiceWorkerRegistration
  ExtendableEvent: new (type: string) => LongEvent
  NotificationEvent: new (type: string, init: { notification: Notification }) => LongEvent
}

/** Counts the notifications that the worker has shown. */
type ShownCount = { shownCount?: number }

type LongEvent = Event & { waitUntil(work: Promise<unknown>): void }

export type ShownNotification = { title: string; body: string; lang: string; tag: string; data: { path: string } }

/** Drives the page's service worker like the browser's push service and the user's clicks. */
export async function workerOf(page: Page) {
  const origin = new URL(page.url()).origin
  const session = await page.context().newCDPSession(page)
  let registrationId = ''
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
    registrationId = own?.registrationId ?? registrationId
  })
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    // `ready` may resolve with a worker that is still activating, which may lose pushes.
    while (active && active.state !== 'activated') {
      await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }))
    }
  })
  // A browser may lose its first notification right after showing it (measured: one in 30), so a dummy goes first.
  const rememberOne = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.showNotification('First', { tag: 'first' })
      const shown = await registration.getNotifications({ tag: 'first' })
      for (const notification of shown) notification.close()
      return shown.length
    })
  await expect.poll(rememberOne).toBe(1)
  await session.send('ServiceWorker.enable')
  await expect.poll(() => registrationId).not.toBe('')

  const running = () => {
    const worker = page.context().serviceWorkers()[0]
    if (!worker) throw new Error('no worker is running')
    return worker
  }
  const countShown = () =>
    running().evaluate(() => {
      const scope = globalThis as unknown as WorkerScope & ShownCount
      if (scope.shownCount === undefined) {
        scope.shownCount = 0
        const { registration } = scope
        const show = registration.showNotification.bind(registration)
        registration.showNotification = async (title, options) => {
          await show(title, options)
          scope.shownCount = (scope.shownCount ?? 0) + 1
        }
      }
      return scope.shownCount
    })
  return {
    /**
     * Delivers a push (objects as JSON) and waits until the worker has shown a notification. Listing the notifications earlier
     * would remove it: Chromium drops those that the system does not list yet.
     */
    async deliver(data: object | string): Promise<void> {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      const before = await countShown()
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: text })
      await expect.poll(countShown).toBeGreaterThan(before)
    },

    notifications: (): Promise<ShownNotification[]> =>
      running().evaluate(async () => {
        const { registration } = globalThis as unknown as WorkerScope
        const shown = await registration.getNotifications()
        return shown.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, data }))
      }),

    /** Dispatches a subscription change to the worker and waits until it is handled. */
    async changeSubscription(subscription: object): Promise<void> {
      await running().evaluate(async (given) => {
        const scope = globalThis as unknown as WorkerScope
        const event = new scope.ExtendableEvent('pushsubscriptionchange')
        Object.assign(event, { newSubscription: { toJSON: () => given }, oldSubscription: null })
        const work: Promise<unknown>[] = []
        event.waitUntil = (promise) => void work.push(Promise.resolve(promise))
        scope.dispatchEvent(event)
        await Promise.all(work)
      }, subscription)
    },

    /**
     * Clicks a notification and waits until the worker has handled it. No tool can click a real one, so the event is created by
     * script and may neither focus nor open a window.
     */
    async click(tag: string): Promise<void> {
      await running().evaluate(async (wanted) => {
        const scope = globalThis as unknown as WorkerScope
        const [notification] = await scope.registration.getNotifications({ tag: wanted })
        if (!notification) throw new Error(`no notification ${wanted}`)
        const event = new scope.NotificationEvent('notificationclick', { notification })
        const work: Promise<unknown>[] = []
        event.waitUntil = (promise) => void work.push(Promise.resolve(promise))
        scope.dispatchEvent(event)
        await Promise.all(work)
      }, tag)
    },
  }
}

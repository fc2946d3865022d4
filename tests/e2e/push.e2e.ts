import type { Page } from '@playwright/test'
import type { Device } from '../../contract/device.ts'
import type { Delivery } from '../../contract/notifications.ts'
import type { PushPayload } from '../../contract/push.ts'
import { serverElsewhere, serverOf } from './support/api.ts'
import { createFilter, expect, test } from './support/app.ts'
import { storedRecord, storeRecord } from './support/device.ts'
import { registeredPerson, tokenOf } from './support/identity.ts'
import { startPushService } from './support/pushService.ts'
import { workerOf } from './support/worker.ts'

const ALERT = {
  version: 1,
  kind: 'newMatch',
  locale: 'en',
  title: 'Leica M6, "black" <b>',
  body: 'New · €1,250.00 · 3 bids',
  path: '/auctions/7c9e6679-7425-40de-944b-e07fc1f90ae7',
  at: '2026-11-21T10:00:00.000Z',
} as const satisfies PushPayload
const alertOf = (deliveryId: string) => ({ ...ALERT, deliveryId })
const FALLBACK = { title: 'Lotwatch', body: 'Something new for you. Open Lotwatch to see it.' }

/** A keyword that matches nothing, so that no unexpected alert arrives. */
const NEVER_FOUND = 'qqxzzw'

test.use({ permissions: ['notifications'] })

test('a push shows exactly one notification, word for word, also beside a visible page', async ({ page }) => {
  await page.goto('/login')
  const worker = await workerOf(page)
  const first = alertOf(crypto.randomUUID())
  await worker.deliver(first)
  await expect.poll(worker.notifications).toHaveLength(1)
  expect(await worker.notifications()).toMatchObject([
    { title: ALERT.title, body: ALERT.body, lang: 'en', data: { path: ALERT.path, deliveryId: first.deliveryId } },
  ])

  // A repeated push, which push services may send, replaces itself. The next alert shows beside it.
  await worker.deliver(first)
  await worker.deliver(alertOf(crypto.randomUUID()))
  await expect.poll(worker.notifications).toHaveLength(2)
  expect((await worker.notifications()).filter(({ tag }) => tag === first.deliveryId)).toHaveLength(1)
})

test('a push in Firebase’s wrapping shows the same', async ({ page }) => {
  await page.goto('/login')
  const worker = await workerOf(page)
  await worker.deliver({ from: '1', fcmMessageId: '2', data: { payload: JSON.stringify(alertOf(crypto.randomUUID())) } })
  await expect.poll(worker.notifications).toMatchObject([{ title: ALERT.title, body: ALERT.body }])
})

test('a push declared as for Safari shows once, in the worker’s own words', async ({ page }) => {
  await page.goto('/login')
  const worker = await workerOf(page)
  const { title, body, locale, ...data } = alertOf(crypto.randomUUID())
  const notification = { title, body, lang: locale, navigate: new URL(ALERT.path, page.url()).href, tag: data.deliveryId, data }
  await worker.deliver({ web_push: 8030, notification, mutable: true })
  await expect
    .poll(worker.notifications)
    .toMatchObject([{ title, body, data: { path: ALERT.path, deliveryId: data.deliveryId } }])
})

for (const [name, data] of [
  ['garbage', 'no { json'],
  ['nothing', ''],
  ['another shape', JSON.stringify({ notification: { title: 'Buy now', body: 'https://evil.example' } })],
  ['a path to another site', JSON.stringify({ ...ALERT, path: '//evil.example/' })],
] as const) {
  test(`a push that holds ${name} shows the stand-in, in the reader’s language`, async ({ page }) => {
    await page.goto('/login')
    const worker = await workerOf(page)
    await worker.deliver(data)
    await expect.poll(worker.notifications).toMatchObject([{ ...FALLBACK, lang: 'en', data: { path: '/auctions' } }])
    await page.goto('/de/login')
    await expect.poll(async () => (await storedRecord<{ locale: string }>(page, 'preferences'))?.locale).toBe('de')
    await worker.deliver(data)
    await expect.poll(worker.notifications).toMatchObject([{ lang: 'de', data: { path: '/de/auctions' } }])
  })
}

test('a click opens the auction in the window that is there', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  const worker = await workerOf(page)
  const alert = alertOf(crypto.randomUUID())
  await worker.deliver(alert)
  await expect.poll(worker.notifications).toHaveLength(1)
  await worker.click(alert.deliveryId)
  await expect(page).toHaveURL(new RegExp(`${ALERT.path}$`))
  expect(await worker.notifications()).toEqual([])
})

test('a click without a window is remembered, and the next start goes there, once', async ({ page, context }) => {
  await page.goto('/login')
  const worker = await workerOf(page)
  const alert = alertOf(crypto.randomUUID())
  await worker.deliver(alert)
  await expect.poll(worker.notifications).toHaveLength(1)
  await page.goto('about:blank')
  await worker.click(alert.deliveryId)

  const started = await context.newPage()
  await started.goto('/')
  await expect(started).toHaveURL(new RegExp(`${ALERT.path}$`))
  await started.goto('/')
  await expect(started.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => storedRecord(started, 'pendingPath')).toBeNull()
  await expect(started).toHaveURL(/\/$/)
})

test.describe('an alert', () => {
  let service: Awaited<ReturnType<typeof startPushService>>
  test.beforeEach(async () => {
    service = await startPushService()
  })
  test.afterEach(() => service.stop())

  test('goes from the marketplace through the push service to the screen, and the ledger follows it', async ({
    page,
    context,
    baseURL,
  }) => {
    await service.subscribe(context)
    await createFilter(page, { name: 'Every auction' })
    const server = await serverOf(page, baseURL)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Switch on here' }).click()
    await expect(page.getByText('Push is on in this browser.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch off here' })).toBeVisible()
    expect(await server.call('GET', '/api/notifications/devices')).toMatchObject([{ kind: 'webPush' }])

    await expect.poll(() => service.received.length, { timeout: 60_000 }).toBeGreaterThan(0)
    const alert = service.received[0] as PushPayload & { deliveryId: string }
    const worker = await workerOf(page)
    await worker.deliver(alert)
    await expect.poll(worker.notifications).toMatchObject([{ title: alert.title, body: alert.body }])
    const delivery = async () =>
      (await server.call<{ items: Delivery[] }>('GET', '/api/notifications/deliveries')).items.find(
        ({ id }) => id === alert.deliveryId,
      )
    await expect.poll(async () => (await delivery())?.status).toBe('shown')

    await worker.click(alert.deliveryId)
    await expect(page).toHaveURL(new RegExp(`/auctions/${alert.auctionId}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(alert.title)
    await expect.poll(async () => (await delivery())?.status).toBe('opened')
    await expect(page.getByText(/Push \(.*\) · opened/)).toBeVisible()
    await expect(page.getByText(/^shown /)).toBeVisible()

    // After switching off, the server has no device left to send to.
    await page.goto('/account')
    await page.getByRole('button', { name: 'Switch off here' }).click()
    await expect(page.getByText('No device takes push yet.')).toBeVisible()
    expect(await server.call('GET', '/api/notifications/devices')).toEqual([])
  })

  test('is not sent any more to a device whose user has logged out', async ({ page, context, baseURL }) => {
    await service.subscribe(context)
    const person = await registeredPerson()
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Email' }).fill(person.address)
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/overview$/)
    await page.goto('/account')
    await switchOn(page)
    await expect(page.getByText('Push is on in this browser.')).toBeVisible()
    const elsewhere = await serverElsewhere(await tokenOf(person), baseURL)
    expect(await elsewhere.call('GET', '/api/notifications/devices')).toHaveLength(1)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await elsewhere.call('GET', '/api/notifications/devices')).toEqual([])
  })

  test('by the test button arrives and leads to the account', async ({ page, context }) => {
    await service.subscribe(context)
    await createFilter(page, { keywords: NEVER_FOUND })
    await page.goto('/account')
    await switchOn(page)
    await expect(page.getByText('Push is on in this browser.')).toBeVisible()
    await page.getByRole('button', { name: 'Send a test message' }).first().click()
    await expect.poll(() => service.received.find(({ kind }) => kind === 'test')?.path).toBe('/account')
    await expect(page.getByText('accepted by the push service, waiting for it to be shown.')).toBeVisible()

    // The worker shows it and reports that, and the page is notified.
    const worker = await workerOf(page)
    await worker.deliver(service.received[0] as PushPayload)
    await expect.poll(worker.notifications).toMatchObject([{ title: 'Lotwatch test' }])
    await expect(page.getByText(/Shown on Chrome, .+ after [\d.]+ sec/)).toBeVisible()
    await expect(page.getByText(/last push shown this minute/)).toBeVisible()

    // The device's own test works too, and a second report of the first test changes nothing.
    await page.getByRole('button', { name: 'Send a test', exact: true }).click()
    await expect.poll(() => service.received.length).toBe(2)
    await worker.deliver(service.received[0] as PushPayload)
    await expect(page.getByText('accepted by the push service, waiting for it to be shown.')).toBeVisible()
    await worker.deliver(service.received[1] as PushPayload)
    await expect(page.getByText(/Shown on Chrome/)).toBeVisible()
  })

  test('goes on after the browser has changed its address: the server has one device, at the new one', async ({
    page,
    context,
    baseURL,
  }) => {
    await service.subscribe(context)
    await createFilter(page, { keywords: NEVER_FOUND })
    await page.goto('/account')
    await switchOn(page)
    await expect(page.getByText('Push is on in this browser.')).toBeVisible()
    const server = await serverOf(page, baseURL)
    const before = await server.call<Device[]>('GET', '/api/notifications/devices')
    const worker = await workerOf(page)
    await worker.changeSubscription(service.rotate())
    const after = await server.call<Device[]>('GET', '/api/notifications/devices')
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[0]?.refreshedAt).not.toBe(before[0]?.refreshedAt)

    // Firebase's registrations use its key, so this server could not send to them.
    const preferences = await storedRecord<{ deviceRefresh: object }>(page, 'preferences')
    await storeRecord(page, 'preferences', { ...preferences, deviceRefresh: { ...preferences?.deviceRefresh, kind: 'fcm' } })
    await worker.changeSubscription({ ...service.rotate(), endpoint: 'https://fcm.googleapis.com/fcm/send/x' })
    expect(await server.call('GET', '/api/notifications/devices')).toMatchObject([{ refreshedAt: after[0]?.refreshedAt }])
    await storeRecord(page, 'preferences', preferences)
    await worker.changeSubscription(service.rotate())
    await page.getByRole('button', { name: 'Send a test', exact: true }).click()
    await expect.poll(() => service.received.map(({ kind }) => kind)).toEqual(['test'])
  })

  test('is not sent where the permission was taken away, once the app has started there; given back, it is again', async ({
    page,
    context,
    baseURL,
  }) => {
    await service.subscribe(context)
    await createFilter(page)
    await page.goto('/account')
    await switchOn(page)
    await expect(page.getByText('Push is on in this browser.')).toBeVisible()
    const server = await serverOf(page, baseURL)
    // The push service may be paused: the devices of earlier tests belong to it and are dead.
    const gone = async () => (await server.call<Device[]>('GET', '/api/notifications/devices')).map((one) => one.gone?.reason)
    expect(await gone()).toEqual([undefined])

    await context.clearPermissions()
    await page.goto('/account')
    await expect.poll(gone).toEqual(['permission'])
    const takenAway = page.getByText(/The permission for notifications was taken away here|no longer allows notifications/)
    await expect(takenAway).toBeVisible()

    await context.grantPermissions(['notifications'])
    await page.goto('/account')
    await expect.poll(gone).toEqual([undefined])
    await expect(page.getByText('This device', { exact: true })).toBeVisible()
    await expect(takenAway).toHaveCount(0)
  })

  test('is offered after a filter was saved, and the browser asks in that tap alone', async ({ page, context, baseURL }) => {
    await service.subscribe(context)
    await context.addInitScript(() => {
      const requests = { count: 0 }
      Object.assign(globalThis, { requests })
      Notification.requestPermission = async () => {
        requests.count += 1
        return 'granted'
      }
    })
    const requests = () => page.evaluate(() => (globalThis as unknown as { requests: { count: number } }).requests.count)
    await createFilter(page)
    await expect(page.getByText('Get alerts on this device within seconds')).toBeVisible()
    expect(await requests()).toBe(0)
    await page.getByRole('button', { name: 'Switch on push' }).click()
    await expect(page.getByText('Push is on in this browser.')).toBeVisible()
    expect(await requests()).toBe(1)
    await expect(page.getByText('Get alerts on this device within seconds')).toHaveCount(0)
    const server = await serverOf(page, baseURL)
    expect(await server.call('GET', '/api/notifications/devices')).toMatchObject([{ kind: 'webPush' }])
    expect(await server.call('GET', '/api/notifications/settings')).toMatchObject({ webPush: { enabled: true } })
  })
})

test.describe('where push cannot be had, the account page says why', () => {
  test('denied', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), permissions: [] })
    await context.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    })
    const page = await context.newPage()
    await page.goto('/account')
    await expect(page.getByText('Your browser blocks notifications from here.')).toBeVisible()
    await context.close()
  })

  test('refused when asked', async ({ page }) => {
    await page.addInitScript(() => {
      Notification.requestPermission = async () => 'denied'
    })
    await page.goto('/account')
    await switchOn(page)
    await expect(page.getByText('Your browser blocks notifications from here.')).toBeVisible()
  })

  test('unsupported', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
    await page.goto('/account')
    await expect(page.getByText('This browser has no push.')).toBeVisible()
  })

  test('the push service never answers', async ({ page }) => {
    await page.addInitScript(() => {
      PushManager.prototype.getSubscription = async () => null
      PushManager.prototype.subscribe = () => new Promise(() => undefined)
    })
    await page.goto('/account')
    await switchOn(page)
    await expect(page.getByText('The push service cannot be reached now.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Switch on here' })).toBeEnabled()
  })

  test('the worker is blocked', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      permissions: ['notifications'],
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.goto('/account')
    await switchOn(page)
    await expect(page.getByText('The push service cannot be reached now.')).toBeVisible({ timeout: 30_000 })
    await context.close()
  })
})

const switchOn = (page: Page) => page.getByRole('button', { name: 'Switch on here' }).click()

import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Device } from '../../contract/device.ts'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../contract/time.ts'
import { ApiError } from '../../src/api/errors.ts'
import { PUSH_TEST_CHECK_INTERVAL_MS, PUSH_TEST_CHECKS } from '../../src/limits.ts'
import { takeLiveEventAtom } from '../../src/liveEvents.ts'
import { id } from './support/fixtures.ts'
import { fakePush, VAPID_PUBLIC_KEY } from './support/pushBrowser.ts'
import { renderApp } from './support/renderApp.tsx'

let end = () => {}
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const aDevice = (number: number, change: Partial<Device> = {}): Device => ({
  id: id(number),
  kind: 'webPush',
  deviceKey: `device-${number}`,
  userAgent: PHONE,
  createdAt: ago(90 * DAY_MS),
  refreshedAt: ago(2 * HOUR_MS),
  state: 'working',
  lastContactAt: ago(2 * HOUR_MS),
  ...change,
})

/** Opens the account page of a user with these devices, the first of which is this browser. */
async function openDevices(start: Device[], path = '/account', permission: NotificationPermission = 'granted') {
  const push = fakePush(permission)
  const server = { devices: start, registered: 0, forgotten: [] as string[] }
  const app = await renderApp(path, ({ answers, world, storage }) => {
    world.now = Date.now()
    void storage.write('deviceKey', 'device-1')
    answers.readConfig = () => ({ vapidPublicKey: VAPID_PUBLIC_KEY })
    answers.readNotificationSettings = () => ({
      ...DEFAULT_NOTIFICATION_SETTINGS,
      webPush: { ...DEFAULT_NOTIFICATION_SETTINGS.webPush, enabled: true, subscribed: true },
    })
    answers.listDevices = () => server.devices
    answers.registerDevice = () => {
      server.registered += 1
      server.devices = server.devices.map((device) => (device.deviceKey === 'device-1' ? aDevice(1) : device))
      return server.devices[0]
    }
    answers.deleteDevice = ({ input }) => {
      const { id: gone } = input.params as { id: string }
      server.forgotten.push(gone)
      server.devices = server.devices.filter((device) => device.id !== gone)
    }
  })
  end = app.end
  return { ...app, server, push }
}

const row = (number: number) =>
  page.getByRole('heading', { name: 'Devices' }).element().closest('section')?.querySelectorAll('li')[number]
const textOf = (number: number) => row(number)?.textContent ?? ''

test('each device says how it is, since when, and what to do', async () => {
  await openDevices([
    aDevice(1, { userAgent: FIREFOX, shownAt: ago(HOUR_MS), lastContactAt: ago(HOUR_MS) }),
    aDevice(2, { state: 'stale', lastContactAt: ago(40 * DAY_MS) }),
    aDevice(3, { state: 'gone', gone: { at: ago(DAY_MS), reason: 'provider', detail: 'status 410' } }),
    aDevice(4, { state: 'gone', gone: { at: ago(DAY_MS), reason: 'permission', detail: '' } }),
    aDevice(5, { state: 'gone', gone: { at: ago(DAY_MS), reason: 'silence', detail: '' } }),
    aDevice(6, { state: 'paused', paused: { since: ago(HOUR_MS), reason: 'failing' } }),
    aDevice(7, { kind: 'native' }),
  ])
  await expect.element(page.getByText('This device', { exact: true })).toBeVisible()
  expect(textOf(0)).toMatch(/Firefox, Linux.*This device.*Working\..*Last contact 1 hour ago · last push shown 1 hour ago/)
  expect(textOf(1)).toMatch(/Chrome, Android.*No contact since .*Alerts still go there.*Open Lotwatch there\..*no push shown yet/)
  expect(textOf(2)).toMatch(/Gone since .*nobody is there any more \(status 410\).*Open Lotwatch there, and it registers again\./)
  expect(textOf(3)).toMatch(/Notifications were switched off there on .*Allow notifications for Lotwatch there/)
  expect(textOf(4)).toMatch(/Given up on .*no contact for two months.*Open Lotwatch there/)
  expect(textOf(5)).toMatch(/Waiting: its push service has not worked since .*The fault is not yours/)
  expect(textOf(6)).toContain('Working, through the mobile app.')
  // No test at a dead device, and only this browser can be registered from here.
  await expect.element(page.getByRole('button', { name: 'Send a test', exact: true }).nth(3)).toBeVisible()
  expect(page.getByRole('button', { name: 'Send a test', exact: true }).elements()).toHaveLength(4)
  expect(page.getByRole('button', { name: 'Register again' }).elements()).toHaveLength(0)
})

test('this device registers again at a tap, when it is gone or its permission was taken away', async () => {
  const gone = aDevice(1, { state: 'gone', gone: { at: ago(DAY_MS), reason: 'permission', detail: '' } })
  const { server, push } = await openDevices([gone], '/account', 'default')
  await expect.element(page.getByText('The permission for notifications was taken away here.')).toBeVisible()
  expect(push.asked).toBe(0)
  await page.getByRole('button', { name: 'Register again' }).click()
  await expect.element(page.getByText('Working.', { exact: true })).toBeVisible()
  expect([push.asked, server.registered]).toEqual([1, 1])
})

test('where the browser blocks notifications it says how to allow them, in German too', async () => {
  await openDevices([aDevice(1)], '/de/account', 'denied')
  await expect.element(page.getByText('Dieser Browser erlaubt keine Mitteilungen von Lotwatch mehr.')).toBeVisible()
  await expect.element(page.getByText(/^Erlaube sie in den Einstellungen des Browsers/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Neu anmelden' }).elements()).toHaveLength(0)
})

test('none, not known yet, not to be had, and as of earlier each look so', async () => {
  const { answers, server } = await openDevices([])
  await expect.element(page.getByText('No device takes push yet. Switch it on above.')).toBeVisible()
  end()

  let answer: (devices: Device[]) => void = () => undefined
  const waiting = await renderApp('/account', ({ answers: slow }) => {
    slow.listDevices = () =>
      new Promise((resolve) => {
        answer = resolve
      })
  })
  end = waiting.end
  const section = () => page.getByRole('heading', { name: 'Devices' }).element().closest('section')
  await expect.poll(() => section()?.textContent).toContain('Loading')
  waiting.answers.listDevices = answers.listDevices ?? (() => [])
  answer([])
  await expect.element(page.getByText(/No device takes push yet\./)).toBeVisible()
  end()

  const failing = await renderApp('/account', ({ answers: bad }) => {
    bad.listDevices = () => {
      throw new ApiError('unavailable')
    }
  })
  end = failing.end
  await expect.poll(() => section()?.querySelector('[role="alert"]')).toBeTruthy()
  server.devices = [aDevice(2)]
  failing.answers.listDevices = () => server.devices
  await expect.poll(() => section()?.querySelector('button')).toBeTruthy()
  section()?.querySelector('button')?.click()
  await expect.element(page.getByText('Chrome, Android')).toBeVisible()
  failing.answers.listDevices = () => {
    throw new ApiError('unavailable')
  }
  failing.store.set(takeLiveEventAtom, { type: 'device', data: aDevice(2) })
  await expect.element(page.getByText(/^Could not be refreshed\. This is as of/)).toBeVisible()
  await expect.element(page.getByText('Chrome, Android')).toBeVisible()
})

test('forgotten is a device at once', async () => {
  const { server } = await openDevices([aDevice(1), aDevice(2)])
  await page.getByRole('button', { name: 'Forget' }).nth(1).click()
  await expect.poll(() => server.forgotten).toEqual([id(2)])
  await expect.poll(() => page.getByRole('button', { name: 'Forget' }).elements().length).toBe(1)
})

/** Fakes a server that accepts every test, for all devices or the given one. */
function acceptTests(app: Awaited<ReturnType<typeof openDevices>>, statuses: Record<string, 'accepted' | 'retry'> = {}) {
  const { server, answers } = app
  let now = Date.now()
  answers.testChannel = ({ input }) => {
    const { device } = input.body as { device?: string }
    now += HOUR_MS
    server.devices = server.devices.map((one) => {
      if (device !== undefined && one.id !== device) return one
      const status = statuses[one.id] ?? 'accepted'
      return { ...one, test: { at: new Date(now).toISOString(), status, detail: status === 'retry' ? 'timeout' : 'status 201' } }
    })
    return { status: 'accepted', detail: '' }
  }
  /** The server learns that a device has shown its test. */
  const show = (number: number, afterMs: number) => {
    server.devices = server.devices.map((one) =>
      one.id === id(number) && one.test
        ? { ...one, test: { ...one.test, shownAt: new Date(Date.parse(one.test.at) + afterMs).toISOString() } }
        : one,
    )
    const device = server.devices.find((one) => one.id === id(number))
    if (device) app.store.set(takeLiveEventAtom, { type: 'device', data: device })
  }
  return { show }
}

test('a test of all devices says of each what its service answered, and when it was shown', async () => {
  const app = await openDevices([
    aDevice(1, { userAgent: FIREFOX }),
    aDevice(2),
    aDevice(3, { kind: 'native', userAgent: 'Pixel' }),
  ])
  const { show } = acceptTests(app, { [id(2)]: 'retry' })
  await page.getByRole('button', { name: 'Send a test message' }).first().click()
  await expect.element(page.getByText('Firefox, Linux: accepted by the push service, waiting for it to be shown.')).toBeVisible()
  await expect.element(page.getByText('Chrome, Android: The service did not answer. Try again later. (timeout)')).toBeVisible()
  await expect.element(page.getByText(/App: accepted by the push service\. The mobile app does not say/)).toBeVisible()
  show(1, 1200)
  await expect.element(page.getByText('Shown on Firefox, Linux after 1.2 sec')).toBeVisible()
})

test('a test that nobody shows in time names the likely causes; a late report is told all the same', async () => {
  const app = await openDevices([aDevice(1), aDevice(2, { userAgent: FIREFOX })])
  const { show } = acceptTests(app)
  await expect.element(page.getByText('Firefox, Linux')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await page.getByRole('button', { name: 'Send a test', exact: true }).nth(1).click()
  await expect.element(page.getByText(/Firefox, Linux: accepted by the push service, waiting/)).toBeVisible()
  // Only that device was tested.
  expect(page.getByText(/waiting for it to be shown/).elements()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync((PUSH_TEST_CHECKS - 1) * PUSH_TEST_CHECK_INTERVAL_MS)
  expect(page.getByText(/but not shown/).elements()).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(PUSH_TEST_CHECK_INTERVAL_MS)
  vi.useRealTimers()
  await expect
    .element(page.getByText('Firefox, Linux: accepted by the push service, but not shown. It may be that:'))
    .toBeVisible()
  await expect.element(page.getByText(/^a focus or do not disturb mode/)).toBeVisible()
  show(2, 42 * SECOND_MS)
  await expect.element(page.getByText('Shown on Firefox, Linux after 42 sec')).toBeVisible()
  expect(page.getByText(/but not shown/).elements()).toHaveLength(0)
})

test('without live events the devices are read again while a test is awaited, a few times and no more', async () => {
  const app = await openDevices([aDevice(1)])
  acceptTests(app)
  const reads = () => app.namesOfCalls().filter((name) => name === 'listDevices').length
  await expect.element(page.getByText('This device', { exact: true })).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await page.getByRole('button', { name: 'Send a test', exact: true }).click()
  await expect.element(page.getByText(/waiting for it to be shown/)).toBeVisible()
  const before = reads()
  await vi.advanceTimersByTimeAsync(4 * PUSH_TEST_CHECKS * PUSH_TEST_CHECK_INTERVAL_MS)
  vi.useRealTimers()
  await expect.element(page.getByText(/but not shown/)).toBeVisible()
  expect(reads() - before).toBe(5)
})

test('a test that cannot be sent says why', async () => {
  const { answers } = await openDevices([aDevice(1)])
  answers.testChannel = () => {
    throw new ApiError('rate_limited')
  }
  await page.getByRole('button', { name: 'Send a test', exact: true }).click()
  await expect.poll(() => row(0)?.querySelector('[role="status"]')?.textContent).toMatch(/Too many|often|wait/i)
})

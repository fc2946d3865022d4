import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '../../contract/notifications.ts'
import { ApiError } from '../../src/api/errors.ts'
import { changePreferencesAtom, preferencesAtom } from '../../src/preferences/preferences.ts'
import { changeSessionAtom } from '../../src/session/session.ts'
import { filter } from './support/fixtures.ts'
import { fakePush, VAPID_PUBLIC_KEY } from './support/pushBrowser.ts'
import { renderApp } from './support/renderApp.tsx'

let end = () => {}
afterEach(() => {
  end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const OFFER = /^Get alerts on this device within seconds/
const { email, ...OTHERS } = DEFAULT_NOTIFICATION_SETTINGS
/** Settings of a guest without a mail address, and of a user with mail. */
const SILENT: NotificationSettings = { ...OTHERS, email: { ...email, status: 'missing' } }
const WITH_MAIL: NotificationSettings = { ...OTHERS, email: { ...email, status: 'ready' } }

async function open(
  path: string,
  {
    permission = 'default' as NotificationPermission,
    settings = SILENT,
    prepare = (() => undefined) as Parameters<typeof renderApp>[1],
  } = {},
) {
  const push = fakePush(permission)
  const server = { settings }
  const app = await renderApp(path, (world) => {
    const { answers } = world
    answers.createFilter = () => filter(1, { name: 'leica' })
    answers.listFilters = () => [filter(1, { name: 'leica' })]
    answers.readConfig = () => ({ vapidPublicKey: VAPID_PUBLIC_KEY })
    answers.readNotificationSettings = () => server.settings
    answers.replaceNotificationSettings = ({ input }) => {
      server.settings = input.body as NotificationSettings
      return server.settings
    }
    answers.registerDevice = () => ({ kind: 'webPush' })
    answers.listDevices = () => []
    prepare?.(world)
  })
  end = app.end
  return { ...app, push, server }
}

async function saveFilter() {
  await page.getByLabelText(/^(Keywords|Suchwörter)$/).fill('leica')
  await page.getByRole('button', { name: /^(Save filter|Filter speichern)$/ }).click()
}
const settled = () => expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible()

test('push is offered once a filter was saved, and the permission asked for in that tap alone', async () => {
  const { push, server, namesOfCalls } = await open('/filters/create', { settings: WITH_MAIL })
  await saveFilter()
  await expect.element(page.getByText(OFFER)).toBeVisible()
  expect([push.asked, namesOfCalls().includes('registerDevice')]).toEqual([0, false])
  await page.getByRole('button', { name: 'Switch on push' }).click()
  await expect.element(page.getByText('Push is on in this browser.')).toBeVisible()
  await expect.element(page.getByText(OFFER)).not.toBeInTheDocument()
  expect(push.asked).toBe(1)
  expect(server.settings.webPush).toMatchObject({ enabled: true, subscribed: true })
})

test('at the device limit the offer says so and links to the devices', async () => {
  await open('/filters/create', {
    prepare: ({ answers }) => {
      answers.registerDevice = () => {
        throw new ApiError('device_limit_reached', 409)
      }
    },
  })
  await saveFilter()
  await page.getByRole('button', { name: 'Switch on push' }).click()
  await expect.element(page.getByText(/^You have as many devices as an account can hold/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See devices' })).toBeVisible()
})

test('nothing is offered to those who only look at their filters', async () => {
  const { namesOfCalls } = await open('/filters')
  await settled()
  expect(page.getByText(OFFER).elements()).toHaveLength(0)
  expect(namesOfCalls()).not.toContain('readNotificationSettings')
})

test('who says "not now" is not asked again, here or on the overview', async () => {
  const { store, router } = await open('/filters/create')
  await saveFilter()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect.element(page.getByText(OFFER)).not.toBeInTheDocument()
  expect(store.get(preferencesAtom).pushOfferDismissedAt).not.toBeNull()
  await router.navigate({ href: '/overview' })
  await expect.element(page.getByRole('heading', { name: 'Channels' })).toBeVisible()
  expect(page.getByText(OFFER).elements()).toHaveLength(0)
})

test('the overview offers it while alerts reach their reader nowhere', async () => {
  await open('/overview', { prepare: ({ store }) => store.set(changePreferencesAtom, { pushOfferDismissedAt: null }) })
  await expect.element(page.getByText(OFFER)).toBeVisible()
  end()
  await open('/overview', { settings: WITH_MAIL })
  await expect.element(page.getByRole('heading', { name: 'Channels' })).toBeVisible()
  expect(page.getByText(OFFER).elements()).toHaveLength(0)
})

test('a refusal leaves the other channels, in German too', async () => {
  const { push } = await open('/de/filters/create')
  push.answer = 'denied'
  await saveFilter()
  await page.getByRole('button', { name: 'Push einschalten' }).click()
  await expect.element(page.getByText(/^Dein Browser blockiert/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'E-Mail oder Discord einrichten' })).toBeVisible()
})

test('where the browser blocks it or has none, those without a channel are told so, and others nothing', async () => {
  await open('/filters/create', { permission: 'denied' })
  await saveFilter()
  await expect.element(page.getByText(/^Your browser blocks notifications/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Set up email or Discord' })).toBeVisible()
  end()
  await open('/filters/create', { permission: 'denied', settings: WITH_MAIL })
  await saveFilter()
  await settled()
  expect(page.getByText(/^Your browser blocks/).elements()).toHaveLength(0)
  end()
  vi.stubGlobal('PushManager', undefined)
  Reflect.deleteProperty(globalThis, 'PushManager')
  await open('/overview')
  await expect.element(page.getByText(/^This browser has no push/)).toBeVisible()
})

test('on an iPhone that has not installed the app it says to install first', async () => {
  vi.stubGlobal('PushManager', undefined)
  Reflect.deleteProperty(globalThis, 'PushManager')
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1')
  const { push } = await open('/filters/create', { settings: WITH_MAIL })
  await saveFilter()
  await expect.element(page.getByText(/^On this phone push works once the app is on the home screen/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Switch on push' }).elements()).toHaveLength(0)
  expect(push.asked).toBe(0)
})

test('in the mobile app nothing is offered: the phone has push of its own', async () => {
  await open('/overview', { prepare: ({ store }) => store.set(changeSessionAtom, { isWebView: true }) })
  await expect.element(page.getByRole('heading', { name: 'Channels' })).toBeVisible()
  expect(page.getByText(OFFER).elements()).toHaveLength(0)
})

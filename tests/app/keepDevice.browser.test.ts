import { afterEach, expect, test, vi } from 'vitest'
import type { DeviceDraft } from '../../contract/device.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../contract/time.ts'
import { ApiError } from '../../src/api/errors.ts'
import { enablePushAtom } from '../../src/features/notifications/push/enablePush.ts'
import { changePreferencesAtom } from '../../src/preferences/preferences.ts'
import { keepDeviceRegistered } from '../../src/push/keep.ts'
import { servicesAtom } from '../../src/services/services.ts'
import { changeSessionAtom } from '../../src/session/session.ts'
import { takeShellAction } from '../../src/shell/actions.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { fakePush, subscriptionOf, VAPID_PUBLIC_KEY } from './support/pushBrowser.ts'
import { createWorld } from './support/world.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.restoreAllMocks()
})

const SESSION = { isAuthenticated: true, token: 'abc', accountId: 'ada' }

/** A signed-in user's browser with push on; records what is registered on the server, and when. */
function start(permission: NotificationPermission = 'granted', stored: Parameters<typeof createWorld>[0] = {}) {
  const push = fakePush(permission)
  const app = createWorld(stored)
  const { world, answers, services, calls } = app
  answers.readConfig = () => ({ vapidPublicKey: VAPID_PUBLIC_KEY })
  answers.registerDevice = ({ input }) => ({ kind: (input.body as DeviceDraft).kind })
  answers.withdrawDevice = () => undefined
  const shellAsked: string[] = []

  /** Starts the app in a tab. */
  function openTab(session: object = SESSION): Store {
    const store = createStore()
    store.set(servicesAtom, { ...services, askShell: ({ request }) => void shellAsked.push(request) })
    store.set(changePreferencesAtom, { pushEnabled: true })
    store.set(changeSessionAtom, { ...SESSION, ...session })
    stops.push(keepDeviceRegistered(store))
    return store
  }
  const registered = () => calls.filter(({ name }) => name === 'registerDevice').map(({ input }) => input.body as DeviceDraft)
  return {
    ...{ push, app, answers, shellAsked, openTab, registered },
    withdrawn: () => calls.filter(({ name }) => name === 'withdrawDevice').length,
    pass: (ms: number) => {
      world.now += ms
    },
    /** Makes the page visible. */
    show: () => void document.dispatchEvent(new Event('visibilitychange')),
    /** Waits until nothing is in flight. */
    settle: async () => {
      await navigator.locks.request('lotwatch device', () => undefined)
      await new Promise((resolve) => setTimeout(resolve))
      await navigator.locks.request('lotwatch device', () => undefined)
    },
  }
}

test('every start tells the server the address; two tabs that start together tell it once', async () => {
  const { openTab, registered, pass, settle } = start()
  openTab()
  openTab()
  await expect.poll(registered).toHaveLength(1)
  await settle()
  expect(registered()).toMatchObject([{ kind: 'webPush', subscription: subscriptionOf(1) }])
  pass(11 * SECOND_MS)
  openTab()
  await expect.poll(registered).toHaveLength(2)
  // The same browser, unchanged.
  expect(registered()[1]).toEqual(registered()[0])
})

test('while the app stays open it is told once a day, whatever tab comes into view', async () => {
  const { openTab, registered, pass, show, settle } = start()
  openTab()
  openTab()
  await expect.poll(registered).toHaveLength(1)
  await settle()
  pass(23 * HOUR_MS)
  show()
  await settle()
  expect(registered()).toHaveLength(1)
  pass(2 * HOUR_MS)
  show()
  await expect.poll(registered).toHaveLength(2)
  await settle()
  expect(registered()).toHaveLength(2)
})

test('a start without network is made up for when there is one', async () => {
  const { answers, openTab, registered, settle } = start()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { registerDevice } = answers
  answers.registerDevice = () => {
    throw new ApiError('offline')
  }
  openTab()
  await expect.poll(() => warn.mock.calls.length).toBe(1)
  answers.registerDevice = registerDevice as NonNullable<typeof registerDevice>
  dispatchEvent(new Event('online'))
  await expect.poll(registered).toHaveLength(2)
  await settle()
  dispatchEvent(new Event('online'))
  await settle()
  expect(registered()).toHaveLength(2)
})

test('whoever signs in next takes the device over at once', async () => {
  const { openTab, registered } = start()
  const store = openTab()
  await expect.poll(registered).toHaveLength(1)
  store.set(changeSessionAtom, { accountId: 'ben' })
  await expect.poll(registered).toHaveLength(2)
})

test('an address at which nobody is any more is exchanged for another', async () => {
  const { answers, openTab, registered } = start()
  answers.registerDevice = ({ input }) => {
    const { kind, subscription } = input.body as Extract<DeviceDraft, { kind: 'webPush' }>
    return { kind, ...(subscription.endpoint === subscriptionOf(1).endpoint ? { addressGone: true } : {}) }
  }
  openTab()
  await expect.poll(registered).toHaveLength(2)
  expect(registered()).toMatchObject([1, 2].map((number) => ({ subscription: subscriptionOf(number) })))
})

test('a permission that was taken away is told once, and registers again when it is given back', async () => {
  const { push, openTab, registered, withdrawn, pass, settle } = start()
  openTab()
  await expect.poll(registered).toHaveLength(1)
  push.permission = 'denied'
  for (let starts = 0; starts < 2; starts++) {
    pass(DAY_MS)
    openTab()
    await settle()
  }
  await expect.poll(withdrawn).toBe(1)
  expect(registered()).toHaveLength(1)
  push.permission = 'granted'
  openTab()
  await expect.poll(registered).toHaveLength(2)
})

test('a page that is left while it says so costs nothing: it is said again, or registered at once', async () => {
  const { push, answers, openTab, registered, withdrawn, settle } = start()
  openTab()
  await expect.poll(registered).toHaveLength(1)
  answers.withdrawDevice = () => {
    throw new ApiError('offline')
  }
  vi.spyOn(console, 'warn').mockReturnValue()
  push.permission = 'denied'
  for (let starts = 1; starts <= 2; starts++) {
    openTab()
    await expect.poll(withdrawn).toBe(starts)
    await settle()
  }
  push.permission = 'granted'
  openTab()
  await expect.poll(registered).toHaveLength(2)
})

test('nothing is told where push was never switched on, and the permission is not asked for', async () => {
  const { push, app, openTab, registered, withdrawn, settle } = start('default')
  openTab()
  await settle()
  expect([registered().length, withdrawn(), push.asked]).toEqual([0, 0, 0])
  // The permission is requested by the tap that switches push on.
  app.answers.readNotificationSettings = () => ({ webPush: { enabled: true, subscribed: true } })
  expect(await app.store.set(enablePushAtom)).toBe('subscribed')
  expect(push.asked).toBe(1)
})

test('the phone’s token follows the same rules; a token that is new is told at once', async () => {
  const { openTab, registered, shellAsked, pass, show, settle } = start('denied')
  const store = openTab({ notificationToken: 'the-phone’s-token' })
  await expect.poll(registered).toMatchObject([{ kind: 'native', token: 'the-phone’s-token' }])
  expect(shellAsked).toEqual(['requestNotificationToken'])
  const say = (token: string) => takeShellAction(store, { action: 'setNotificationToken', token }, () => undefined)
  await say('the-phone’s-token')
  expect(registered()).toHaveLength(1)
  await say('a-newer-token')
  expect(registered()).toHaveLength(2)
  pass(25 * HOUR_MS)
  show()
  await expect.poll(registered).toHaveLength(3)
  await settle()
  expect(registered()[2]).toMatchObject({ token: 'a-newer-token' })
  expect(shellAsked).toHaveLength(2)
})

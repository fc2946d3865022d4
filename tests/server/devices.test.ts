import { expect, test } from 'vitest'
import { Device } from '../../contract/device.ts'
import type { Problem } from '../../contract/errors.ts'
import { aBrowser } from '../support/pushService.ts'
import { startTestServer, TestUser } from '../support/server.ts'

const PUSH_ORIGIN = 'https://push.example'
const subscription = (name: string) => ({ endpoint: `${PUSH_ORIGIN}/${name}`, keys: aBrowser().keys })
const browser = (deviceKey: string, name: string) => ({
  kind: 'webPush',
  deviceKey,
  userAgent: 'Firefox/140.0',
  subscription: subscription(name),
})
const phone = (deviceKey: string, token: string) => ({ kind: 'fcm', deviceKey, userAgent: '', token })

async function start() {
  const { address } = await startTestServer({ PUSH_ORIGINS: PUSH_ORIGIN })
  return [await TestUser.signIn(address), await TestUser.signIn(address)] as const
}

async function register(user: TestUser, draft: object): Promise<Device> {
  const { status, body } = await user.call('POST', '/api/notifications/devices', draft)
  expect(status, JSON.stringify(body)).toBe(200)
  return Device.parse(body)
}
const devicesOf = async (user: TestUser) => (await user.get<Device[]>('/api/notifications/devices')).map(({ id }) => id)

test('a device that registers again stays one, with its new address', async () => {
  const [ada] = await start()
  const first = await register(ada, browser('browser-1', 'old'))
  const again = await register(ada, browser('browser-1', 'new'))
  expect(again.id).toBe(first.id)
  expect(await devicesOf(ada)).toEqual([first.id])
  const turned = await register(ada, phone('browser-1', 'token-of-fcm'))
  expect(turned).toMatchObject({ id: first.id, kind: 'fcm' })
})

test('a device with a new signed-in user belongs to that user, under a new id', async () => {
  const [ada, ben] = await start()
  const adas = await register(ada, browser('browser-1', 'one'))
  const bens = await register(ben, browser('browser-1', 'one'))
  expect(bens.id).not.toBe(adas.id)
  expect([await devicesOf(ada), await devicesOf(ben)]).toEqual([[], [bens.id]])
})

test('a push address moves to the user who registers it, under any device key', async () => {
  const [ada, ben] = await start()
  await register(ada, browser('browser-1', 'one'))
  const bens = await register(ben, browser('browser-2', 'one'))
  expect([await devicesOf(ada), await devicesOf(ben)]).toEqual([[], [bens.id]])
})

test('tabs that register one address concurrently end up with one device', async () => {
  const [ada] = await start()
  await Promise.all(Array.from({ length: 8 }, (_, index) => register(ada, browser(`after-wipe-${index}`, 'one'))))
  expect(await devicesOf(ada)).toHaveLength(1)
  await Promise.all(Array.from({ length: 8 }, () => register(ada, browser('browser-1', 'two'))))
  expect(await devicesOf(ada)).toHaveLength(2)
})

test('a device can be deleted only by its owner', async () => {
  const [ada, ben] = await start()
  const { id } = await register(ada, phone('phone-key', 'token-of-fcm'))
  expect((await ben.call('DELETE', `/api/notifications/devices/${id}`)).status).toBe(404)
  expect(await devicesOf(ada)).toEqual([id])
  expect((await ada.call('DELETE', `/api/notifications/devices/${id}`)).status).toBe(204)
  expect((await ada.call('DELETE', `/api/notifications/devices/${id}`)).status).toBe(404)
  expect(await devicesOf(ada)).toEqual([])
})

test.each([
  'https://push.example.evil.example/x',
  'http://push.example/x',
  'https://127.0.0.1/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user:word@fcm.googleapis.com/x',
])('the address %s is refused', async (endpoint) => {
  const [ada] = await start()
  const draft = { ...browser('browser-1', 'x'), subscription: { ...subscription('x'), endpoint } }
  const { status, body } = await ada.call('POST', '/api/notifications/devices', draft)
  expect([status, (body as Problem).errors?.map(({ path }) => path)]).toEqual([422, ['subscription.endpoint']])
  expect(await devicesOf(ada)).toEqual([])
})

test('a registration without keys, of an unknown kind or with a short key is refused with the fields', async () => {
  const [ada] = await start()
  const refused = async (draft: object) => (await ada.call('POST', '/api/notifications/devices', draft)).status
  expect(await refused({ ...browser('browser-1', 'x'), subscription: { endpoint: `${PUSH_ORIGIN}/x` } })).toBe(422)
  expect(await refused({ ...phone('phone-key', 'token-of-fcm'), kind: 'pigeon' })).toBe(422)
  expect(await refused(phone('short', 'token-of-fcm'))).toBe(422)
  expect(await refused({ ...phone('phone-key', 'token-of-fcm'), userId: 'someone' })).toBe(422)
})

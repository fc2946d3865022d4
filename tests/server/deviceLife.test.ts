import { expect, test } from 'vitest'
import type { Device } from '../../contract/device.ts'
import type { Delivery } from '../../contract/notifications.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time.ts'
import type { SendResult } from '../../server/notifications/channels/channel.ts'
import { describeDevices } from '../../server/notifications/channels/webPush/devices.ts'
import { testDevices } from '../../server/notifications/channels/webPush/test.ts'
import { retireDevices } from '../../server/retention/retention.ts'
import { markDelivery } from '../../server/store/deliveries.ts'
import { listDevices, noteShown, saveDevice } from '../../server/store/devices.ts'
import { aMessage } from '../notifications/support.ts'
import { startProvider } from '../support/providers.ts'
import { aBrowser } from '../support/pushService.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { startSending } from '../support/sending.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

const REFUSED: SendResult = { status: 'misconfigured', detail: 'status 403' }
const FAILED: SendResult = { status: 'retry', detail: 'timeout' }

async function start() {
  const sending = await startSending()
  const { db, clock, user } = sending
  const plan = (target: string) => sending.plan({ channel: 'webPush', target, endsAt: new Date(clock.now().getTime() + DAY_MS) })
  const devices = async () => describeDevices(db, await listDevices(db, user.id), clock.now())
  return {
    ...sending,
    plan,
    devices,
    states: async () => (await devices()).map(({ state }) => state),
    tidy: () => retireDevices(db, clock),
    /** Sends this many separate messages to a device. */
    async sendTo(target: string, count: number) {
      for (let index = 0; index < count; index++) await sending.send(await plan(target))
    },
  }
}

test('a silent device is stale after a month, gone after two, and deleted a month later', async () => {
  const { db, clock, user, device, sent, plan, send, look, addDevice, devices, states, tidy } = await start()
  clock.move(29 * DAY_MS)
  await addDevice('of-now')
  expect(await states()).toEqual(['working', 'working'])
  clock.move(2 * DAY_MS)
  expect(await states()).toEqual(['stale', 'working'])
  await send(await plan(device.id))
  expect(sent).toHaveLength(1)

  clock.move(28 * DAY_MS)
  await tidy()
  expect(await states()).toEqual(['stale', 'working'])
  clock.move(2 * DAY_MS)
  await tidy()
  expect((await devices())[0]).toMatchObject({ state: 'gone', gone: { at: clock.now().toISOString(), reason: 'silence' } })
  const job = await plan(device.id)
  await send(job)
  expect([(await look(job)).status, sent.length]).toEqual(['failed', 1])

  clock.move(29 * DAY_MS)
  const draft = { kind: 'fcm', token: 'token-of-now', deviceKey: 'device-of-now', userAgent: '' } as const
  await db.transaction().execute((tx) => saveDevice(tx, user.id, draft, clock.now()))
  await tidy()
  expect(await states()).toEqual(['gone', 'working'])
  clock.move(2 * DAY_MS)
  await tidy()
  expect(await states()).toEqual(['working'])
})

test('a phone whose app is never opened stays while it shows pushes', async () => {
  const { db, clock, user, device, plan, send, devices, tidy } = await start()
  for (let month = 0; month < 6; month++) {
    clock.move(29 * DAY_MS)
    const job = await plan(device.id)
    await send(job)
    const ids = await markDelivery(db, user.id, job.deliveryId, 'shown', clock.now())
    await db.transaction().execute((tx) => noteShown(tx, user.id, ids))
    await tidy()
  }
  const now = clock.now().toISOString()
  expect(await devices()).toMatchObject([{ state: 'working', shownAt: now, lastContactAt: now }])
  expect((await devices())[0]?.refreshedAt).toBe(device.refreshedAt.toISOString())
})

test.each([
  [REFUSED, 3, 'misconfigured'],
  [FAILED, 10, 'failing'],
] as const)('of a provider that answers %o each device says so until it works again', async (answer, times, reason) => {
  const { db, clock, user, device, results, devices, states, sendNext, sendTo } = await start()
  const subscription = { endpoint: 'https://updates.push.services.mozilla.com/x', keys: { p256dh: 'p', auth: 'a' } }
  const draft = { kind: 'webPush', subscription, deviceKey: 'of-mozilla', userAgent: '' } as const
  await db.transaction().execute((tx) => saveDevice(tx, user.id, draft, clock.now()))
  results.push(...Array<SendResult>(times).fill(answer))
  await sendTo(device.id, times - 1)
  expect(await states()).toEqual(['working', 'working'])
  const since = clock.now().toISOString()
  await sendTo(device.id, 1)
  expect(await devices()).toMatchObject([{ state: 'paused', paused: { since, reason } }, { state: 'working' }])

  // Still so when it is tried again.
  clock.move(20 * MINUTE_MS)
  results.push(answer)
  await sendNext()
  clock.move(20 * MINUTE_MS)
  expect((await devices())[0]).toMatchObject({ state: 'paused', paused: { since, reason } })
  // No recent attempt: the state is unknown.
  clock.move(20 * MINUTE_MS)
  expect(await states()).toEqual(['working', 'working'])
  results.push(answer)
  await sendNext()
  expect((await states())[0]).toBe('paused')
  clock.move(20 * MINUTE_MS)
  await sendNext()
  expect(await states()).toEqual(['working', 'working'])
})

test("a paused provider's test answer about a device is not trusted", async () => {
  const { db, clock, parts, user, device, results, states, sendTo } = await start()
  results.push(REFUSED, REFUSED, REFUSED, { status: 'dead', detail: 'UNREGISTERED' }, { status: 'dead', detail: 'UNREGISTERED' })
  await sendTo(device.id, 3)
  const run = () => testDevices({ db, now: () => clock.now(), send: parts.channels.webPush.send }, user.id, aMessage([]))
  expect((await run())?.status).toBe('dead')
  expect(await states()).toEqual(['paused'])
  clock.move(31 * MINUTE_MS)
  await run()
  expect(await states()).toEqual(['gone'])
})

const draftOf = (endpoint: string, keys: object, deviceKey = 'browser-key') => ({
  ...{ kind: 'webPush', deviceKey, userAgent: 'Firefox/140.0', subscription: { endpoint, keys } },
})
const register = (user: TestUser, draft: object) => user.call('POST', '/api/notifications/devices', draft)
const withdraw = (user: TestUser, deviceKey: string) => user.call('POST', '/api/notifications/devices/withdrawal', { deviceKey })

test('alerts planned for a device are not sent after another user has signed in on it', async () => {
  const marketplace = new ScriptedMarketplace()
  const service = await startProvider({ status: 201 })
  const { address } = await startTestServer(
    { ROLES: 'api,poll,match,deliver', PUSH_ORIGINS: service.url },
    { connectors: [marketplace.connector] },
  )
  const [ada, ben] = [await TestUser.signIn(address), await TestUser.signIn(address)]
  const { body: settings } = await ada.call('GET', '/api/notifications/settings')
  const { webPush, ...rest } = settings as { webPush: object }
  expect((await ada.call('PUT', '/api/notifications/settings', { ...rest, webPush: { ...webPush, enabled: true } })).status).toBe(
    200,
  )
  const draft = draftOf(`${service.url}/browser`, aBrowser().keys)
  await register(ada, draft)
  await ada.call('POST', '/api/filters', { name: 'Leica', keywords: 'leica' })
  await marketplace.polled()

  // The first try fails; before the next one the browser has changed hands.
  service.script.push({ status: 500 })
  marketplace.put('new', { title: 'Leica M6' })
  const ledger = async () => (await ada.get<{ items: Delivery[] }>('/api/notifications/deliveries')).items
  await eventually(async () => service.received.length === 1, 'the first try')
  await register(ben, draft)
  await eventually(async () => (await ledger()).every(({ status }) => status === 'failed'), 'the end of the delivery')
  expect((await ledger()).map(({ attempts }) => attempts.at(-1)?.detail)).toEqual(['the target is no longer there'])
  expect(service.received).toHaveLength(1)
  expect(await ada.get('/api/notifications/devices')).toEqual([])
  expect(await ben.get('/api/notifications/devices')).toHaveLength(1)
})

test('a browser without permission reports it, and gets nothing until it registers again', async () => {
  const service = await startProvider({ status: 201 })
  const { address } = await startTestServer({ PUSH_ORIGINS: service.url })
  const [ada, ben] = [await TestUser.signIn(address), await TestUser.signIn(address)]
  const draft = draftOf(`${service.url}/browser`, aBrowser().keys)
  const { id } = (await register(ada, draft)).body as Device
  const devices = () => ada.get<Device[]>('/api/notifications/devices')
  const run = async () => (await ada.call('POST', '/api/notifications/test', { channel: 'webPush' })).body

  for (const [user, key] of [
    [ben, 'browser-key'],
    [ada, 'another-key'],
  ] as const) {
    expect((await withdraw(user, key)).status).toBe(204)
    expect(await devices()).toMatchObject([{ id, state: 'working' }])
  }
  expect((await withdraw(ada, 'x')).status).toBe(422)

  expect((await withdraw(ada, 'browser-key')).status).toBe(204)
  const gone = await devices()
  expect(gone).toMatchObject([{ id, state: 'gone', gone: { reason: 'permission' } }])
  expect((await withdraw(ada, 'browser-key')).status).toBe(204)
  expect(await devices()).toEqual(gone)
  expect([await run(), service.received.length]).toMatchObject([{ status: 'notSet' }, 0])

  await register(ada, draft)
  const [back] = await devices()
  expect(back).toMatchObject({ id, state: 'working' })
  expect(back).not.toHaveProperty('gone')
  expect([await run(), service.received.length]).toMatchObject([{ status: 'accepted' }, 1])
})

test('a browser that keeps changing its push address stays one device', async () => {
  const service = await startProvider(({ path }) => ({ status: path === '/round-3' ? 201 : 410 }))
  const { address } = await startTestServer({ PUSH_ORIGINS: service.url })
  const ada = await TestUser.signIn(address)
  const { keys } = aBrowser()
  const ids = new Set<string>()
  for (let round = 0; round < 4; round++) {
    ids.add(((await register(ada, draftOf(`${service.url}/round-${round}`, keys))).body as Device).id)
    await ada.call('POST', '/api/notifications/test', { channel: 'webPush' })
  }
  expect(ids.size).toBe(1)
  expect(await ada.get('/api/notifications/devices')).toMatchObject([{ state: 'working', test: { status: 'accepted' } }])
})

test('a push address reported as gone is registered and marked as gone', async () => {
  const service = await startProvider({ status: 410 })
  const { address } = await startTestServer({ PUSH_ORIGINS: service.url })
  const ada = await TestUser.signIn(address)
  const draft = (name: string) => draftOf(`${service.url}/${name}`, aBrowser().keys)
  const answerTo = async (name: string) => (await register(ada, draft(name))).body as Device
  const fresh = await answerTo('old')
  expect(fresh).not.toHaveProperty('addressGone')
  await ada.call('POST', '/api/notifications/test', { channel: 'webPush' })
  expect(await answerTo('old')).toMatchObject({ id: fresh.id, state: 'working', addressGone: true })
  await ada.call('POST', '/api/notifications/test', { channel: 'webPush' })
  const renewed = await answerTo('new')
  expect(renewed).toMatchObject({ id: fresh.id, state: 'working' })
  expect(renewed).not.toHaveProperty('addressGone')
})

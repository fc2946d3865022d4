import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Device } from '../../contract/device.ts'
import { HOUR_MS, SECOND_MS } from '../../contract/time.ts'
import { NOW } from '../notifications/support.ts'
import { handMovedClock } from '../support/clock.ts'
import { openStream } from '../support/eventStream.ts'
import { type Reply, startProvider } from '../support/providers.ts'
import { aBrowser } from '../support/pushService.ts'
import { startTestServer, TestUser } from '../support/server.ts'

type Told = { deliveryId: string; kind: string; path: string }

/** A server, two people, and a push service whose answers are said for each browser by its name. */
async function start() {
  const answers: Record<string, Reply> = {}
  const service = await startProvider(({ path }) => answers[path.slice(1)] ?? { status: 201 })
  const clock = handMovedClock(NOW)
  const { address } = await startTestServer({ PUSH_ORIGINS: service.url }, { clock })
  const [ada, ben] = [await TestUser.signIn(address, {}, NOW), await TestUser.signIn(address, {}, NOW)]
  const browsers = new Map<string, ReturnType<typeof aBrowser>>()

  async function register(user: TestUser, name: string): Promise<Device> {
    const browser = browsers.get(name) ?? aBrowser()
    browsers.set(name, browser)
    const subscription = { endpoint: `${service.url}/${name}`, keys: browser.keys }
    const draft = { kind: 'webPush', deviceKey: `key-of-${name}`, userAgent: 'Firefox/140.0', subscription }
    return (await user.call('POST', '/api/notifications/devices', draft)).body as Device
  }
  const devicesOf = (user: TestUser) => user.get<Device[]>('/api/notifications/devices')
  return {
    ...{ service, answers, clock, ada, ben, register, devicesOf },
    run: (user: TestUser, device?: string) =>
      user.call('POST', '/api/notifications/test', { channel: 'webPush', ...(device ? { device } : {}) }),
    /** The messages of a browser, decrypted. */
    told: (name: string) =>
      service.received.filter(({ path }) => path === `/${name}`).map(({ body }) => browsers.get(name)?.read(body) as Told),
    report: (user: TestUser, id: string, step = 'shown') => user.call('POST', `/api/notifications/deliveries/${id}/${step}`),
    deviceOf: async (user: TestUser, id: string) => (await devicesOf(user)).find((device) => device.id === id),
  }
}

test("a test shows each device's push service answer, and then when it was shown", async () => {
  const { answers, clock, ada, register, run, told, report, devicesOf } = await start()
  answers.lost = { status: 410 }
  answers.ill = { status: 503 }
  for (const name of ['well', 'lost', 'ill']) await register(ada, name)
  const stream = await openStream(ada)
  const { status, body } = await run(ada)
  expect([status, body]).toMatchObject([200, { status: 'dead' }])
  const before = await devicesOf(ada)
  expect(before).toMatchObject([
    { state: 'working', test: { at: NOW.toISOString(), status: 'accepted', detail: 'status 201' } },
    { state: 'gone', gone: { at: NOW.toISOString(), reason: 'provider', detail: 'status 410' }, test: { status: 'dead' } },
    { state: 'working', test: { status: 'throttled', detail: 'status 503' } },
  ])
  expect(before[0]).not.toHaveProperty('shownAt')

  const [message] = told('well')
  expect(message).toMatchObject({ kind: 'test', path: '/account' })
  clock.move(1200)
  expect((await report(ada, message?.deliveryId ?? '')).status).toBe(204)
  const shownAt = new Date(NOW.getTime() + 1200).toISOString()
  const [shown, ...others] = await devicesOf(ada)
  expect(shown).toMatchObject({ shownAt, lastContactAt: shownAt, test: { at: NOW.toISOString(), shownAt } })
  expect(others).toEqual(before.slice(1))
  const events = (await stream.hears(4, 'device')).map(({ event }) => event.data as Device)
  expect(events.at(-1)).toEqual(shown)
  stream.close()
})

test('a repeated or very late report counts once, one for an earlier test not at all', async () => {
  const { clock, ada, register, run, told, report, deviceOf } = await start()
  const { id } = await register(ada, 'browser')
  await run(ada)
  await run(ada)
  const [first, second] = told('browser').map(({ deliveryId }) => deliveryId)
  expect(first).not.toBe(second)
  expect((await report(ada, first ?? '')).status).toBe(404)
  expect(await deviceOf(ada, id)).not.toHaveProperty('shownAt')

  clock.move(HOUR_MS)
  const late = clock.now().toISOString()
  // A tap says as much.
  expect((await report(ada, second ?? '', 'opened')).status).toBe(204)
  const once = await deviceOf(ada, id)
  expect(once).toMatchObject({ shownAt: late, test: { shownAt: late } })
  clock.move(SECOND_MS)
  expect((await report(ada, second ?? '')).status).toBe(204)
  expect(await deviceOf(ada, id)).toEqual(once)
})

test('a malformed, foreign or unauthenticated report changes nothing', async () => {
  const { ada, ben, register, run, told, report, devicesOf } = await start()
  await register(ada, 'ada')
  await register(ben, 'ben')
  await run(ada)
  await run(ben)
  const before = [await devicesOf(ada), await devicesOf(ben)]
  const [{ deliveryId }] = told('ada') as [Told]
  expect((await report(ben, deliveryId)).status).toBe(404)
  expect((await report(new TestUser(ada.address), deliveryId)).status).toBe(401)
  expect((await report(ada, randomUUID())).status).toBe(404)
  for (const { id } of before.flat()) expect((await report(ada, id)).status).toBe(404)
  for (const garbage of ['x', '%00', "'; drop table device; --", deliveryId.slice(1)]) {
    expect((await report(ada, encodeURIComponent(garbage))).status).toBe(422)
  }
  expect([await devicesOf(ada), await devicesOf(ben)]).toEqual(before)
})

test("a device with a new user reports nothing about its old user's test", async () => {
  const { ada, ben, register, run, told, report, devicesOf } = await start()
  await register(ada, 'shared')
  await run(ada)
  await register(ben, 'shared')
  const [{ deliveryId }] = told('shared') as [Told]
  for (const user of [ada, ben]) expect((await report(user, deliveryId)).status).toBe(404)
  const [bens] = await devicesOf(ben)
  expect(bens).not.toHaveProperty('test')
  expect(bens).not.toHaveProperty('shownAt')
})

test('a single device can be tested; a foreign or gone one is not found', async () => {
  const { answers, ada, ben, register, run, told } = await start()
  const [first, second] = [await register(ada, 'first'), await register(ada, 'second')]
  expect(await run(ada, second.id)).toMatchObject({ status: 200, body: { status: 'accepted' } })
  expect([told('first').length, told('second').length]).toEqual([0, 1])
  expect((await run(ben, first.id)).status).toBe(404)
  answers.first = { status: 404 }
  await run(ada, first.id)
  expect((await run(ada, first.id)).status).toBe(404)
  expect(told('first')).toHaveLength(1)
})

test("the user's own devices may be tested more often than addresses", async () => {
  const { ada, run } = await start()
  const statuses = []
  for (let times = 0; times < 21; times++) statuses.push((await run(ada)).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await ada.call('POST', '/api/notifications/test', { channel: 'email' })).status).toBe(200)
})

test('no answer, event or export contains a push address', async () => {
  const { service, ada, register, run, devicesOf } = await start()
  const stream = await openStream(ada)
  const made = await register(ada, 'browser')
  await run(ada)
  await stream.hears(2, 'device')
  const told = [made, await devicesOf(ada), await ada.get('/api/user/export'), stream.heard]
  expect(JSON.stringify(told)).toContain(made.id)
  expect(JSON.stringify(told)).not.toContain(service.url)
  expect(JSON.stringify(told)).not.toMatch(/p256dh|"auth"|endpoint/)
  stream.close()
})

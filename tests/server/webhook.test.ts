import { expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type Delivery, MASK, type NotificationSettings } from '../../contract/notifications.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'
import { startWebhookReceiver } from '../support/webhookReceiver.ts'

const SECRET = '/api/notifications/webhook/secret'

async function start() {
  const marketplace = new ScriptedMarketplace()
  const secret = { value: '' }
  const receiver = await startWebhookReceiver(Date.now, secret)
  const { address } = await startTestServer(
    { ROLES: 'api,poll,match,deliver', WEBHOOK_HOSTS: new URL(receiver.url).host },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(address)
  const save = (webhook: NotificationSettings['webhook']) =>
    user.call('PUT', '/api/notifications/settings', { ...DEFAULT_NOTIFICATION_SETTINGS, webhook })
  const settings = async () => (await user.get<NotificationSettings>('/api/notifications/settings')).webhook
  const deliveries = async () => (await user.get<{ items: Delivery[] }>('/api/notifications/deliveries?limit=200')).items
  return { marketplace, secret, receiver, user, save, settings, deliveries, url: `${receiver.url}/in` }
}

test('a webhook is off until its URL is entered, and the URL is not shown again', async () => {
  const { user, save, settings, url } = await start()
  expect(await settings()).toEqual({ enabled: false, url: '' })
  expect(await user.call('GET', SECRET)).toMatchObject({ status: 404 })
  expect(await user.call('POST', '/api/notifications/test', { channel: 'webhook' })).toMatchObject({ body: { status: 'notSet' } })
  for (const [address, code] of [
    ['', 'webhook_missing'],
    ['http://hooks.example.org/x', 'webhook_invalid'],
    ['https://10.0.0.1/', 'webhook_invalid'],
    ['https://user:word@hooks.example.org/', 'webhook_invalid'],
    ['https://hooks.example.org:25/', 'webhook_invalid'],
    ['nonsense', 'webhook_invalid'],
  ] as const) {
    const { status, body } = await save({ enabled: true, url: address })
    expect([status, body]).toMatchObject([422, { errors: [{ path: 'webhook.url', code }] }])
  }
  const shown = { enabled: true, url: `${new URL(url).origin}/${MASK}${url.slice(-4)}` }
  expect(await save({ enabled: true, url })).toMatchObject({ status: 200, body: { webhook: shown } })
  const { body: secret } = await user.call('GET', SECRET)
  // Sent back masked, address and secret stay; another address keeps the secret.
  expect(await save(shown)).toMatchObject({ status: 200, body: { webhook: shown } })
  await save({ enabled: true, url: 'https://hooks.example.org/other' })
  expect((await user.call('GET', SECRET)).body).toEqual(secret)
  expect(await save({ enabled: false, url: '' })).toMatchObject({ body: { webhook: { enabled: false, url: '' } } })
  expect(await user.call('GET', SECRET)).toMatchObject({ status: 404 })
  // Settings of an app from before there was a webhook.
  const { webhook: _, ...older } = DEFAULT_NOTIFICATION_SETTINGS
  expect(await user.call('PUT', '/api/notifications/settings', older)).toMatchObject({ status: 200 })
})

test('alerts go to the webhook signed and once each, even when the receiver fails; the filter decides which', async () => {
  const { marketplace, secret, receiver, user, save, deliveries, url } = await start()
  await save({ enabled: true, url })
  secret.value = (await user.get<{ secret: string }>(SECRET)).secret
  expect(await user.call('POST', '/api/notifications/test', { channel: 'webhook' })).toMatchObject({
    body: { status: 'accepted' },
  })
  expect(receiver.told.splice(0)).toMatchObject([{ type: 'webhook.test' }])

  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'Leicas', keywords: 'leica' })
  await user.call('POST', '/api/filters', { name: 'Silent', keywords: 'rollei', notify: { channels: { webhook: false } } })
  receiver.script.push({ status: 500 }, 'cut')
  marketplace.put('m6', { title: 'Leica M6' })
  marketplace.put('35', { title: 'Rollei 35' })
  await eventually(async () => receiver.told.length === 1, 'the alert after two failures')
  const [told] = receiver.told
  expect(told).toMatchObject({
    type: 'match.created',
    data: { auction: { title: 'Leica M6' }, match: { filters: [{ name: 'Leicas' }] } },
  })
  const delivery = await eventually(
    async () => (await deliveries()).find(({ channel, status }) => channel === 'webhook' && status === 'accepted'),
    'the ledger',
  )
  expect(delivery).toMatchObject({ id: told?.id, target: new URL(url).host })
  expect(delivery.attempts.map(({ status, detail }) => [status, detail])).toEqual([
    ['retry', 'status 500'],
    ['retry', 'unreachable'],
    ['accepted', 'status 204'],
  ])
  expect(receiver.received.slice(-3).map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(told?.id))

  // A renewed secret: the receiver uses the old one until it learns the new one.
  const { body: renewed } = await user.call('POST', SECRET)
  expect(renewed).toMatchObject({ secret: expect.stringMatching(/^whsec_/), previousUntil: expect.any(String) })
  marketplace.put('m6', { price: { amount: 900, currency: 'EUR' } })
  await eventually(async () => receiver.told.length === 2, 'the price change, signed by both')
  expect(receiver.told[1]).toMatchObject({ type: 'match.priceChanged', data: { from: { amount: 1000 }, to: { amount: 900 } } })
  secret.value = (renewed as { secret: string }).secret
  marketplace.put('m6', { price: { amount: 800, currency: 'EUR' } })
  await eventually(async () => receiver.told.length === 3, 'the next one')
  expect((await deliveries()).filter(({ channel }) => channel === 'webhook')).toHaveLength(3)
})

test('a webhook that answers 410 is switched off, and the ledger shows why', async () => {
  const { marketplace, receiver, user, save, settings, deliveries, url } = await start()
  await save({ enabled: true, url })
  receiver.usual = { status: 410 }
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'Leicas', keywords: 'leica' })
  marketplace.put('m6', { title: 'Leica M6' })
  await eventually(async () => !(await settings()).enabled, 'the switch')
  expect((await deliveries()).find(({ channel }) => channel === 'webhook')).toMatchObject({
    status: 'failed',
    attempts: [{ status: 'dead', detail: 'status 410' }],
  })
  marketplace.put('m3', { title: 'Leica M3' })
  await eventually(async () => (await user.get<{ items: unknown[] }>('/api/matches')).items.length === 2, 'the next match')
  expect(receiver.received).toHaveLength(1)
})

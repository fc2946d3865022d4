import { expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type Delivery, MASK, type NotificationSettings } from '../../contract/notifications.ts'
import { startDiscord } from '../support/discord.ts'
import { startNtfy } from '../support/ntfy.ts'
import { DISCORD_WEBHOOK } from '../support/providers.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

const TOKEN = `tk_${'a1'.repeat(14)}z`
const OFF = DEFAULT_NOTIFICATION_SETTINGS.ntfy

async function start() {
  const marketplace = new ScriptedMarketplace()
  const [ntfy, discord] = [await startNtfy(Date.now, { private: TOKEN }), await startDiscord(Date.now)]
  const { address } = await startTestServer(
    { ROLES: 'api,poll,match,deliver', DISCORD_URL: discord.url, WEBHOOK_HOSTS: new URL(ntfy.url).host },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(address)
  const save = (change: Partial<NotificationSettings['ntfy']>, others: Partial<NotificationSettings> = {}) =>
    user.call('PUT', '/api/notifications/settings', { ...DEFAULT_NOTIFICATION_SETTINGS, ...others, ntfy: { ...OFF, ...change } })
  const settings = async () => (await user.get<NotificationSettings>('/api/notifications/settings')).ntfy
  const deliveries = async (channel: string) =>
    (await user.get<{ items: Delivery[] }>('/api/notifications/deliveries')).items.filter((one) => one.channel === channel)
  const sendTest = async () => (await user.call('POST', '/api/notifications/test', { channel: 'ntfy' })).body
  return { marketplace, ntfy, discord, user, save, settings, deliveries, sendTest, topic: `${ntfy.url}/private` }
}

test('ntfy is off until a topic is entered; address and token are not shown again', async () => {
  const { ntfy, user, save, settings, sendTest, topic } = await start()
  expect(await settings()).toEqual(OFF)
  expect(await sendTest()).toMatchObject({ status: 'notSet' })
  for (const [entered, path, code] of [
    [{ address: '' }, 'ntfy.address', 'topic_missing'],
    [{ address: 'https://ntfy.sh/' }, 'ntfy.address', 'topic_invalid'],
    [{ address: 'https://192.168.0.2/lots' }, 'ntfy.address', 'topic_invalid'],
    [{ address: topic, token: 'secret' }, 'ntfy.token', 'token_invalid'],
  ] as const) {
    const { status, body } = await save({ ...entered, enabled: true })
    expect([status, body]).toMatchObject([422, { errors: [{ path, code }] }])
  }
  const shown = { ...OFF, enabled: true, address: `${ntfy.url}/${MASK}vate`, token: `${MASK}${TOKEN.slice(-4)}` }
  expect(await save({ enabled: true, address: topic, token: TOKEN })).toMatchObject({ status: 200, body: { ntfy: shown } })
  expect(await save(shown)).toMatchObject({ status: 200, body: { ntfy: shown } })
  expect(await sendTest()).toMatchObject({ status: 'accepted' })
  expect(await save({ ...shown, address: `${ntfy.url}/lots` })).toMatchObject({ body: { ntfy: { token: shown.token } } })
  expect(await save({ ...shown, address: 'https://ntfy.sh/lots' })).toMatchObject({ body: { ntfy: { token: '' } } })
  expect(await save(OFF)).toMatchObject({ body: { ntfy: OFF } })
  // Settings of an app from before there was ntfy.
  const { ntfy: _, ...older } = DEFAULT_NOTIFICATION_SETTINGS
  expect(await user.call('PUT', '/api/notifications/settings', older)).toMatchObject({ status: 200 })
})

test('alerts go to the topic, also when its server fails; a filter can leave it out', async () => {
  const { marketplace, ntfy, user, save, deliveries, topic } = await start()
  await save({ enabled: true, address: topic, token: TOKEN })
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'Leicas', keywords: 'leica' })
  await user.call('POST', '/api/filters', { name: 'Silent', keywords: 'rollei', notify: { channels: { ntfy: false } } })
  ntfy.script.push({ status: 500 }, 'cut')
  marketplace.put('m6', { title: 'Leica M6 **new**' })
  marketplace.put('35', { title: 'Rollei 35' })
  await eventually(async () => ntfy.taken.length === 1, 'the alert after two failures')
  expect(ntfy.taken).toMatchObject([{ topic: 'private', title: 'Leica M6 **new**', tags: ['mag'] }])
  const isAccepted = ({ status }: Delivery) => status === 'accepted'
  const told = await eventually(async () => (await deliveries('ntfy')).find(isAccepted), 'the ledger')
  expect(told.target).toBe(`${new URL(topic).host} …vate`)
  expect(told.attempts.map(({ status }) => status)).toEqual(['retry', 'retry', 'accepted'])
  marketplace.put('m6', { price: { amount: 800, currency: 'EUR' } })
  await eventually(async () => ntfy.taken.length === 2, 'the price change')
  expect(ntfy.taken[1]).toMatchObject({ tags: ['moneybag'], click: ntfy.taken[0]?.click })
  expect(await deliveries('ntfy')).toHaveLength(2)
})

test('a topic that refuses the token is switched off with the reason; Discord goes on', async () => {
  const { marketplace, ntfy, discord, user, save, settings, deliveries, topic } = await start()
  const { discord: off } = DEFAULT_NOTIFICATION_SETTINGS
  await save(
    { enabled: true, address: topic, token: `tk_${'x'.repeat(29)}` },
    { discord: { ...off, enabled: true, webhookUrl: DISCORD_WEBHOOK } },
  )
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'Leicas', keywords: 'leica' })
  marketplace.put('m6', { title: 'Leica M6' })
  await eventually(async () => !(await settings()).enabled, 'the switch')
  expect(await deliveries('ntfy')).toMatchObject([
    { status: 'failed', attempts: [{ status: 'dead', detail: 'status 401 (40101), access refused' }] },
  ])
  await eventually(async () => discord.taken.length === 1, 'the alert on Discord')
  marketplace.put('m3', { title: 'Leica M3' })
  await eventually(async () => discord.taken.length === 2, 'the next one')
  expect(ntfy.received).toHaveLength(1)
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Channel, DEFAULT_NOTIFICATION_SETTINGS, type Delivery } from '../../contract/notifications.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import type { SendResult } from '../../server/notifications/channels/channel.ts'
import { BACKLOG_RANK } from '../../server/notifications/delivery/lanes.ts'
import { markDelivery } from '../../server/store/deliveries.ts'
import { deleteDevice, listDevicesOf } from '../../server/store/devices.ts'
import { loadNotificationSettings, saveSecrets } from '../../server/store/notificationSettings.ts'
import { NOW, someSettings } from '../notifications/support.ts'
import { withSend } from '../support/channels.ts'
import { startDiscord } from '../support/discord.ts'
import { startMailServer } from '../support/mailServer.ts'
import { DISCORD_WEBHOOK, startProvider } from '../support/providers.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { startSending } from '../support/sending.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

const RETRY: SendResult = { status: 'retry', detail: 'timeout' }
const DEAD: SendResult = { status: 'dead', detail: 'status 410' }

describe('a provider', () => {
  test('that reports devices of many users as dead at once is faulty: none is disabled, and it is paused until it works', async () => {
    const sending = await startSending()
    const users = await Promise.all(Array.from({ length: 8 }, (_, index) => sending.addUser(`user-${index}`)))
    const planForAll = () => Promise.all(users.map((user) => sending.plan({ channel: 'webPush', ...user })))
    for (const job of await planForAll()) await sending.send(job)
    sending.sent.length = 0
    sending.clock.move(HOUR_MS)
    const jobs = await planForAll()
    sending.results.push(...Array<SendResult>(8).fill(DEAD))
    for (const job of jobs) await sending.send(job)
    // Three were reported dead, and the others confirmed the fault; the first three are not retried so soon.
    for (const job of (await sending.pending()).slice(0, 2)) await sending.send(job)
    expect(sending.sent).toHaveLength(8)
    const userIds = users.map(({ userId }) => userId)
    expect(await listDevicesOf(sending.db, userIds)).toHaveLength(8)

    sending.clock.move(HOUR_MS)
    while ((await sending.pending()).length > 0) await sending.sendNext()
    const statuses = await Promise.all(jobs.map(async (job) => (await sending.look(job)).status))
    // Those as well whose death was believed at first.
    expect(new Set(statuses)).toEqual(new Set(['accepted']))
  })

  test("is not paused by one user's dead devices: they are disabled, and others are sent to", async () => {
    const sending = await startSending()
    const devices = await Promise.all(Array.from({ length: 30 }, (_, index) => sending.addDevice(String(index))))
    sending.results.push(...Array<SendResult>(30).fill(DEAD))
    for (const device of devices) await sending.send(await sending.plan({ channel: 'webPush', target: device.id }))
    // The one that it had before.
    expect(await listDevicesOf(sending.db, [sending.user.id])).toHaveLength(1)
    const other = await sending.plan({ channel: 'webPush', ...(await sending.addUser('ben')) })
    await sending.send(other)
    expect((await sending.look(other)).status).toBe('accepted')
  })

  test('is not paused by local failures: invalid keys, refused addresses', async () => {
    const sending = await startSending()
    const local: SendResult[] = [
      { status: 'dead', detail: "the subscription's keys are invalid", isLocal: true },
      { status: 'rejected', detail: 'address refused', isLocal: true },
      { status: 'retry', detail: 'aborted', isLocal: true },
    ]
    for (const result of local) {
      const users = await Promise.all(Array.from({ length: 12 }, (_, index) => sending.addUser(`${result.status}-${index}`)))
      for (const user of users) {
        await sending.send(await sending.plan({ channel: 'webPush', ...user }))
        sending.results.push(result)
        await sending.send(await sending.plan({ channel: 'webPush', ...user }))
      }
    }
    const breaker = sending.parts.breakers.of('fcm')
    expect(breaker.isIdle).toBe(true)
  })

  test('that is down for half an hour is probed occasionally; afterwards all unexpired alerts follow', async () => {
    const sending = await startSending()
    const OVER_AT = NOW.getTime() + 30 * MINUTE_MS
    const isOver = () => sending.clock.now().getTime() >= OVER_AT
    sending.parts.channels = withSend(sending.parts.channels, 'webPush', async (target, message) => {
      sending.sent.push({ target, message })
      return isOver() ? { status: 'accepted', detail: 'taken' } : RETRY
    })
    const lasting = []
    const short = []
    for (let index = 0; index < 12; index++) lasting.push(await sending.plan({ channel: 'webPush' }))
    const soon = new Date(NOW.getTime() + 20 * MINUTE_MS)
    for (let index = 0; index < 4; index++) short.push(await sending.plan({ channel: 'webPush', expiresAt: soon }))
    for (const job of [...lasting, ...short]) await sending.send(job)
    let triesInOutage = 0
    while ((await sending.pending()).length > 0) {
      await sending.sendNext()
      if (!isOver()) triesInOutage = sending.sent.length
    }
    // Ten until the circuit opens, then with pauses that grow to a minute.
    expect(triesInOutage).toBeLessThan(10 + 45)
    for (const job of lasting) expect((await sending.look(job)).status).toBe('accepted')
    for (const job of short) expect((await sending.look(job)).status).toBe('expired')
    expect(sending.sent).toHaveLength(triesInOutage + lasting.length)
  })

  test('that refuses our credentials is paused for a while, and no device is disabled', async () => {
    const sending = await startSending()
    const refused: SendResult = { status: 'misconfigured', detail: 'status 403' }
    sending.results.push(...Array<SendResult>(3).fill(refused))
    const jobs = []
    for (let index = 0; index < 6; index++) jobs.push(await sending.plan({ channel: 'webPush' }))
    for (const job of jobs) await sending.send(job)
    expect(sending.sent).toHaveLength(3)
    expect(await listDevicesOf(sending.db, [sending.user.id])).toHaveLength(1)
    sending.clock.move(HOUR_MS)
    while ((await sending.pending()).length > 0) await sending.sendNext()
    for (const job of jobs) expect((await sending.look(job)).status).toBe('accepted')
  })

  test('that fails delays no other', async () => {
    const sending = await startSending()
    sending.results.push(...Array<SendResult>(10).fill(RETRY))
    for (let index = 0; index < 10; index++) await sending.send(await sending.plan({ channel: 'webPush' }))
    const waiting = await sending.plan({ channel: 'webPush' })
    await sending.send(waiting)
    expect(await sending.look(waiting)).toMatchObject({ status: 'waiting', attempts: [] })
    // It goes behind those that were tried.
    const ranks = await sending.db.selectFrom('delivery').select('rank').orderBy('rank').execute()
    expect(ranks.map(({ rank }) => rank)).toEqual([...Array(10).fill(0), BACKLOG_RANK])
    const mail = await sending.plan({ channel: 'email' })
    await sending.send(mail)
    expect((await sending.look(mail)).status).toBe('accepted')
  })
})

describe('a delivery', () => {
  test.each(Channel.options)('on %s is sent once, whatever repeats its job', async (channel) => {
    const sending = await startSending({ [channel]: { enabled: true } })
    const job = await sending.plan({ channel })
    for (let run = 0; run < 3; run++) await sending.send(job)
    expect(sending.sent).toMatchObject([{ target: { channel } }])
    expect(await sending.look(job)).toMatchObject({
      status: 'accepted',
      acceptedAt: NOW.toISOString(),
      attempts: [{ status: 'accepted', detail: 'taken' }],
    })
  })

  test('that has expired is not sent, and is marked as expired', async () => {
    const sending = await startSending()
    const job = await sending.plan({ expiresAt: new Date(NOW.getTime() + 1000) })
    sending.clock.move(1000)
    await sending.send(job)
    expect(sending.sent).toEqual([])
    expect(await sending.look(job)).toMatchObject({ status: 'expired', attempts: [] })
  })

  test('is retried until it expires, and no longer', async () => {
    const sending = await startSending()
    const job = await sending.plan({ expiresAt: new Date(NOW.getTime() + 4 * HOUR_MS) })
    sending.results.push(...Array<SendResult>(30).fill(RETRY))
    await sending.send(job)
    while ((await sending.pending()).length > 0) await sending.sendNext()
    expect(sending.clock.now().getTime()).toBe(NOW.getTime() + 4 * HOUR_MS)
    expect((await sending.look(job)).status).toBe('expired')
    // 2 s, 10 s, 30 s, 2 min, 5 min, 15 min, 30 min, then every hour.
    expect(sending.sent).toHaveLength(11)
  })

  test('waits as long as the other side asked', async () => {
    const sending = await startSending()
    sending.results.push({ status: 'throttled', detail: 'status 429', retryAfterMs: 600_000 })
    await sending.send(await sending.plan())
    expect((await sending.pending())[0]?.dueAt.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + 600_000)
  })

  test('is not claimed before it is due', async () => {
    const sending = await startSending()
    const job = await sending.plan({ dueAt: new Date(NOW.getTime() + 1500) })
    sending.clock.move(1499)
    await sending.sendDue()
    expect((await sending.look(job)).status).toBe('held')
    sending.clock.move(1)
    await sending.sendDue()
    expect((await sending.look(job)).status).toBe('accepted')
  })

  test('that was rescheduled is not sent by its old job', async () => {
    const sending = await startSending()
    const job = await sending.plan()
    sending.results.push(RETRY)
    await sending.send(job)
    await sending.send(job)
    expect(sending.sent).toHaveLength(1)
    await sending.sendNext()
    expect((await sending.look(job)).status).toBe('accepted')
  })

  test('whose sender was killed is sent again', async () => {
    const sending = await startSending()
    const job = await sending.plan({ channel: 'discord' })
    sending.results.push(() => Promise.reject(new Error('killed')))
    await expect(sending.send(job)).rejects.toThrow('killed')
    expect((await sending.look(job)).status).toBe('sending')
    await sending.send(job)
    expect((await sending.look(job)).status).toBe('accepted')
  })

  test('whose sender was paused until another took over its job is not sent a third time', async () => {
    const sending = await startSending()
    const job = await sending.plan()
    sending.results.push(async () => {
      await sending.takeOver(job)
      return RETRY
    })
    await sending.send(job)
    expect(sending.sent).toHaveLength(2)
    expect((await sending.look(job)).status).toBe('accepted')
    expect(await sending.pending()).toEqual([])
  })

  test('that is being sent is not sent by another sender', async () => {
    const sending = await startSending()
    const job = await sending.plan({ channel: 'discord' })
    sending.results.push(async () => {
      await sending.send(job)
      await sending.sendDue()
      return { status: 'accepted', detail: 'taken' }
    })
    await sending.send(job)
    expect(sending.sent).toHaveLength(1)
  })

  test('that a killed sender sent as the second to a webhook is resumed', async () => {
    const sending = await startSending({ discord: { ...someSettings().discord, enabled: true } })
    const [first, second] = [await sending.plan({ channel: 'discord' }), await sending.plan({ channel: 'discord' })]
    await sql`update delivery set batching_disabled = true`.execute(sending.db)
    sending.results.push({ status: 'accepted', detail: 'taken' }, () => Promise.reject(new Error('killed')))
    await expect(sending.sendDue()).rejects.toThrow('killed')
    expect(sending.sent).toHaveLength(2)
    for (const job of [first, second]) await sending.send(job)
    expect(sending.sent).toHaveLength(3)
    for (const job of [first, second]) expect((await sending.look(job)).status).toBe('accepted')
  })

  test('that was shown before its answer arrived stays shown, and is not repeated when the answer is lost', async () => {
    for (const result of [{ status: 'accepted', detail: '' }, RETRY] as const) {
      const sending = await startSending()
      const job = await sending.plan({ channel: 'webPush' })
      sending.results.push(async () => {
        await markDelivery(sending.db, sending.user.id, job.deliveryId, 'shown', NOW)
        return result
      })
      await sending.send(job)
      expect(await sending.look(job)).toMatchObject({ status: 'shown', attempts: [{ status: result.status }] })
      expect(await sending.pending()).toEqual([])
    }
  })
})

describe('a target', () => {
  test('that is gone gets nothing, and the ledger shows why', async () => {
    const sending = await startSending()
    const job = await sending.plan({ channel: 'webPush' })
    await deleteDevice(sending.db, sending.user.id, sending.device.id)
    await sending.send(job)
    expect(sending.sent).toEqual([])
    expect(await sending.look(job)).toMatchObject({
      status: 'failed',
      attempts: [{ status: 'dead', detail: 'the target is no longer there' }],
    })
  })

  test('a dead device gets nothing more, and is not deleted', async () => {
    const sending = await startSending()
    const [first, second] = [await sending.plan({ channel: 'webPush' }), await sending.plan({ channel: 'webPush' })]
    sending.results.push(DEAD)
    await sending.send(first)
    await sending.send(second)
    expect(sending.sent).toHaveLength(1)
    expect((await sending.look(second)).status).toBe('failed')
    expect(await listDevicesOf(sending.db, [sending.user.id])).toEqual([])
    expect(await sending.db.selectFrom('device').select(['deadAt', 'deadReason', 'deadDetail']).execute()).toEqual([
      { deadAt: NOW, deadReason: 'provider', deadDetail: 'status 410' },
    ])
  })

  test('a dead webhook is switched off', async () => {
    const sending = await startSending()
    sending.results.push(DEAD)
    await sending.send(await sending.plan({ channel: 'discord' }))
    const settings = await loadNotificationSettings(sending.db, [sending.user.id])
    expect(settings.get(sending.user.id)?.settings.discord.enabled).toBe(false)
  })

  test('a webhook replaced during a call to the old one stays on', async () => {
    const sending = await startSending()
    sending.results.push(async () => {
      const other = `${DISCORD_WEBHOOK.slice(0, -3)}new`
      await saveSecrets(sending.db, sending.user.id, { discord: sending.secrets.seal(other) })
      return DEAD
    })
    await sending.send(await sending.plan({ channel: 'discord' }))
    const settings = await loadNotificationSettings(sending.db, [sending.user.id])
    expect(settings.get(sending.user.id)?.settings.discord.enabled).toBe(true)
  })

  test.each(Channel.options)('loses nothing while our own credentials are refused on %s', async (channel) => {
    const sending = await startSending({ [channel]: { enabled: true } })
    const job = await sending.plan({ channel })
    sending.results.push(...Array<SendResult>(3).fill({ status: 'misconfigured', detail: 'status 401' }))
    await sending.send(job)
    for (let run = 0; run < 2; run++) await sending.sendNext()
    expect(await listDevicesOf(sending.db, [sending.user.id])).toHaveLength(1)
    const settings = (await loadNotificationSettings(sending.db, [sending.user.id])).get(sending.user.id)?.settings
    expect(settings?.[channel].enabled).toBe(true)
    while ((await sending.pending()).length > 0) await sending.sendNext()
    expect(await sending.look(job)).toMatchObject({ status: 'accepted', attempts: { length: 4 } })
  })
})

test('a channel that never answers delays no other', async () => {
  const marketplace = new ScriptedMarketplace()
  const [discord, mail, push] = [await startProvider('silence'), await startMailServer(), await startProvider({ status: 201 })]
  const { address } = await startTestServer(
    { ROLES: 'api,poll,match,deliver', DISCORD_URL: discord.url, SMTP_URL: mail.url, PUSH_ORIGINS: push.url },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(address, { provider: 'password', email: 'ada@example.org' })
  await user.call('PUT', '/api/notifications/settings', {
    ...DEFAULT_NOTIFICATION_SETTINGS,
    discord: { enabled: true, webhookUrl: DISCORD_WEBHOOK, channelName: '', format: 'compact' },
    webPush: { ...DEFAULT_NOTIFICATION_SETTINGS.webPush, enabled: true },
  })
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'x', keywords: 'leica' })
  for (let lot = 0; lot < 20; lot++) marketplace.put(`lot${lot}`, { title: `Leica ${lot}` })
  await eventually(async () => mail.mails.length === 20, 'the mails')
  expect(discord.received.length, 'Discord has been called, and has not answered').toBeGreaterThan(0)
  const { items } = await user.get<{ items: Delivery[] }>('/api/notifications/deliveries?limit=200')
  const onDiscord = items.filter(({ channel }) => channel === 'discord')
  expect(onDiscord).toHaveLength(20)
  expect(onDiscord.some(({ status }) => status === 'accepted')).toBe(false)
})

test('immediate alerts go to Discord in full messages, and its limit is never exceeded', async () => {
  const marketplace = new ScriptedMarketplace()
  const discord = await startDiscord(Date.now)
  const { address } = await startTestServer(
    { ROLES: 'api,poll,match,deliver', DISCORD_URL: discord.url },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(address)
  await user.call('PUT', '/api/notifications/settings', {
    ...DEFAULT_NOTIFICATION_SETTINGS,
    discord: { enabled: true, webhookUrl: DISCORD_WEBHOOK, channelName: '', format: 'detailed' },
  })
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'x', keywords: 'leica' })
  for (let lot = 0; lot < 70; lot++) marketplace.put(`lot${lot}`, { title: `Leica ${lot}` })
  const titles = () => discord.taken.flatMap(({ embeds = [] }) => embeds.map(({ title }) => title))
  await eventually(async () => titles().length >= 70, 'the alerts')
  expect(new Set(titles()).size).toBe(70)
  expect(titles()).toHaveLength(70)
  expect(discord.taken.length, 'every call was taken').toBe(discord.received.length)
  expect(discord.taken.length, 'most came together').toBeLessThan(20)
})

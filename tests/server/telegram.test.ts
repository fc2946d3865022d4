import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type ChannelLink,
  DEFAULT_NOTIFICATION_SETTINGS,
  type Delivery,
  type NotificationSettings,
} from '../../contract/notifications.ts'
import { createBot } from '../../server/notifications/channels/telegram/api.ts'
import { hashOfCode } from '../../server/notifications/channels/telegram/linking.ts'
import { createRound } from '../../server/notifications/channels/telegram/poll.ts'
import { createOutbound } from '../../server/outbound/fetch.ts'
import { openSecretBox } from '../../server/runtime/secrets.ts'
import { loadNotificationSettings } from '../../server/store/notificationSettings.ts'
import { saveLinkCode } from '../../server/store/telegram.ts'
import { saveIdentity } from '../../server/store/users.ts'
import { NOW } from '../notifications/support.ts'
import { handMovedClock } from '../support/clock.ts'
import { openTestPool } from '../support/database.ts'
import { json, TELEGRAM_CHAT, TELEGRAM_TOKEN } from '../support/providers.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'
import { startTelegram } from '../support/telegram.ts'

const LINK = '/api/notifications/channels/telegram/link'
const SETTINGS = '/api/notifications/settings'
const CODE = 'abcdefghijklmnopqrst-_'

/** The system's clock, ahead by as much as a test moves it. */
function shiftedClock() {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    move(ms: number) {
      aheadMs += ms
    },
  }
}

async function start() {
  const telegram = await startTelegram()
  telegram.paceMs = 0
  const marketplace = new ScriptedMarketplace()
  const clock = shiftedClock()
  const lines: string[] = []
  const server = await startTestServer(
    { ROLES: 'api,poll,match,deliver', TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN, TELEGRAM_URL: telegram.url },
    { clock, connectors: [marketplace.connector], log: pino({ level: 'debug' }, { write: (line) => void lines.push(line) }) },
  )
  const user = await TestUser.signIn(server.address, { email: 'ada@example.org' })
  const settings = () => user.get<NotificationSettings>(SETTINGS)
  const link = async () => (await user.call('POST', LINK)).body as ChannelLink
  const isLinked = () => eventually(async () => (await settings()).telegram.chat !== '', 'the linked chat')
  const said = (text: string | RegExp) =>
    eventually(async () => telegram.texts().some((one) => one.match(text)), `the bot to say ${text}`)
  const deliveries = async () => (await user.get<{ items: Delivery[] }>('/api/notifications/deliveries?limit=200')).items
  return { telegram, clock, marketplace, lines, ...server, user, settings, link, isLinked, said, deliveries }
}

test('without a token Telegram is not offered, and old settings still say nothing of it', async () => {
  const { address } = await startTestServer()
  const user = await TestUser.signIn(address)
  expect((await user.get<NotificationSettings>(SETTINGS)).offered).toEqual(['webPush', 'email', 'discord', 'ntfy', 'webhook'])
  expect(await user.call('POST', LINK)).toMatchObject({ status: 404 })
  expect(await user.call('POST', '/api/notifications/test', { channel: 'telegram' })).toMatchObject({
    body: { status: 'notSet' },
  })
  const { telegram, ...older } = DEFAULT_NOTIFICATION_SETTINGS
  expect(await user.call('PUT', SETTINGS, older)).toMatchObject({ status: 200, body: { telegram } })
  // Channels that are not linked by a code.
  expect(await user.call('POST', LINK.replace('telegram', 'discord'))).toMatchObject({ status: 404 })
  expect(await user.call('DELETE', LINK.replace('telegram', 'discord'))).toMatchObject({ status: 404 })
})

test('a chat is linked by a code, gets the alerts, and is switched off when its user blocks the bot', async () => {
  const { telegram, clock, marketplace, lines, user, settings, link, isLinked, said, deliveries } = await start()
  expect((await settings()).offered).toContain('telegram')
  const { code, url, expiresAt } = await link()
  expect(url).toBe(`https://t.me/LotwatchTestBot?start=${code}`)
  expect(code).toMatch(/^[\w-]{22}$/)
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000)
  // Switched on before a chat is linked, it stays off.
  const wanted = { ...DEFAULT_NOTIFICATION_SETTINGS, telegram: { enabled: true, chat: 'mine', frequency: 'instant' } }
  expect(await user.call('PUT', SETTINGS, wanted)).toMatchObject({
    status: 200,
    body: { telegram: { enabled: false, chat: '' } },
  })

  telegram.write(`/start ${code}`)
  await isLinked()
  expect((await settings()).telegram).toEqual({ enabled: true, chat: 'Ada Lovelace', frequency: 'instant' })
  await said('Connected. Alerts from Lotwatch will come to this chat.')
  // Settings sent back keep the chat, whatever they say of its name.
  const { offered: _, ...shown } = await settings()
  await user.call('PUT', SETTINGS, { ...shown, telegram: { ...shown.telegram, chat: '' } })
  expect((await settings()).telegram.chat).toBe('Ada Lovelace')
  // A second after the bot's answer.
  clock.move(1000)
  expect(await user.call('POST', '/api/notifications/test', { channel: 'telegram' })).toMatchObject({
    body: { status: 'accepted' },
  })
  expect(telegram.texts().at(-1)).toContain('Lotwatch test')

  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'Leicas <b>', keywords: 'leica' })
  marketplace.put('m6', { title: 'Leica <M6> & case' })
  await said(/Leica <M6> & case/)
  const first = await eventually(
    async () => (await deliveries()).find(({ channel, status }) => channel === 'telegram' && status === 'accepted'),
    'the ledger',
  )
  expect(first).toMatchObject({ target: 'Ada Lovelace', attempts: [{ status: 'accepted', detail: 'status 200' }] })

  // The next alert finds it blocked, without an update that says so.
  telegram.blocked.add(TELEGRAM_CHAT)
  marketplace.put('m4', { title: 'Leica M4' })
  await eventually(async () => !(await settings()).telegram.enabled, 'the channel switched off')
  expect((await settings()).telegram.chat).toBe('Ada Lovelace')
  const dead = (await deliveries()).find(({ channel, auction }) => channel === 'telegram' && auction.title === 'Leica M4')
  expect(dead).toMatchObject({
    status: 'failed',
    attempts: [{ status: 'dead', detail: 'status 403 (bot was blocked by the user)' }],
  })

  // Unblocked and started again, it is switched on.
  telegram.blocked.clear()
  telegram.write('/start')
  await eventually(async () => (await settings()).telegram.enabled, 'the channel switched on')
  telegram.block()
  await eventually(async () => !(await settings()).telegram.enabled, 'the channel switched off by the update')

  expect(await user.call('DELETE', LINK)).toMatchObject({ status: 204 })
  expect((await settings()).telegram).toMatchObject({ enabled: false, chat: '' })
  const exported = await user.call('GET', '/api/user/export')
  for (const text of [...lines, JSON.stringify(await deliveries()), JSON.stringify(exported.body)])
    expect(text).not.toContain(TELEGRAM_TOKEN.split(':')[1])
})

test('codes count once, for a private chat, from whom they were made for; /stop forgets the chat', async () => {
  const { telegram, user, settings, link, isLinked, said } = await start()
  const old = (await link()).code
  const group = { chat: -100, type: 'group' } as const
  telegram.write(`/start ${old}`, { ...group, language: 'de' })
  await said(/private chats only/)
  // It stood in a group, where others have read it.
  telegram.write(old)
  await said(/This code is not valid/)
  telegram.write((await link()).code, { isForwarded: true, chat: 41 })
  await said(/forwarded code does not count/)
  telegram.write('hallo', { chat: 42, language: 'de' })
  await said(/öffne dein Lotwatch-Konto/)
  const replaced = (await link()).code
  const { code } = await link()
  telegram.write(replaced, { chat: 43, language: 'de' })
  await said(/Dieser Code gilt nicht/)
  expect((await settings()).telegram.chat).toBe('')

  await user.call('PATCH', '/api/user/me', { locale: 'de' })
  telegram.write(code, { chatFields: { last_name: undefined } })
  await isLinked()
  await said(/^Verbunden\./)
  telegram.write('/stop')
  await said(/^Getrennt\./)
  expect((await settings()).telegram).toMatchObject({ enabled: false, chat: '' })
})

test('codes are rate-limited, and answered with 503 while Telegram cannot be asked for the name of the bot', async () => {
  const { telegram, user, lines } = await start()
  telegram.token = 'another'
  expect(await user.call('POST', LINK)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(lines.join('')).toContain('Telegram refuses TELEGRAM_BOT_TOKEN')
  telegram.token = TELEGRAM_TOKEN
  for (let call = 1; call < 10; call++) expect((await user.call('POST', LINK)).status).toBe(200)
  expect((await user.call('POST', LINK)).status).toBe(429)
})

/** Rounds of the poller on a real database, with a clock moved by hand. */
async function startRounds() {
  const clock = handMovedClock(NOW)
  const telegram = await startTelegram(() => clock.now().getTime())
  telegram.paceMs = 0
  const { db } = await openTestPool()
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-telegram-'))
  const secrets = openSecretBox(join(folder, 'key'))
  const user = await saveIdentity(
    db,
    { identity: 'ada', name: 'Ada', email: '', emailVerified: false, avatar: '', isAnonymous: false },
    'en',
    NOW,
  )
  const outbound = createOutbound({ userAgent: 'Lotwatch-Test' })
  onTestFinished(async () => {
    await outbound.close()
    rmSync(folder, { recursive: true })
  })
  const bot = createBot({ outbound, url: telegram.url, token: TELEGRAM_TOKEN })
  const say = vi.fn(async (_chatId: number, _html: string) => {})
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  /** As a process that has just started. */
  const newRound = (parts: Partial<Parameters<typeof createRound>[0]> = {}) => {
    const round = createRound({ bot, sender: { say }, db, clock, log, secrets, ...parts })
    return () => round(new AbortController().signal)
  }
  const putCode = (code = CODE) =>
    saveLinkCode(db, user.id, hashOfCode(secrets, code), new Date(clock.now().getTime() + 15 * 60_000))
  const chat = async () =>
    JSON.parse(
      await loadNotificationSettings(db, [user.id]).then((all) => {
        const sealed = all.get(user.id)?.secrets.telegram
        return sealed ? secrets.open(sealed) : 'null'
      }),
    )
  return { clock, telegram, db, bot, secrets, user, say, lines, newRound, putCode, chat }
}

test('updates are handled once each, though the process ends before or after they are noted', async () => {
  const { telegram, db, say, newRound, putCode, chat } = await startRounds()
  await putCode()
  telegram.write(CODE)
  telegram.write('hello', { chat: 42 })
  // Ends in the middle of the transaction: nothing has happened, and the updates come again.
  const failing = {
    selectFrom: db.selectFrom.bind(db),
    transaction: () => ({
      execute: (work: (tx: unknown) => Promise<unknown>) =>
        db.transaction().execute(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    }),
  } as unknown as typeof db
  await expect(newRound({ db: failing })()).rejects.toThrow('killed')
  expect(await chat()).toBeNull()
  expect(say).not.toHaveBeenCalled()
  // Ends after the commit, before an answer.
  await newRound({ sender: { say: () => Promise.reject(new Error('killed')) } })().catch(() => {})
  expect(await chat()).toEqual({ chatId: TELEGRAM_CHAT, name: 'Ada Lovelace' })
  expect(telegram.updates).toHaveLength(2)
  // The next process confirms them and handles none again.
  telegram.write('/stop')
  expect(await newRound()()).toBe(0)
  expect(say).toHaveBeenCalledTimes(1)
  expect(say.mock.calls[0]?.[1]).toContain('Disconnected')
  expect(telegram.updates).toHaveLength(1)
})

test('after days without updates a lower number is not taken for an old one', async () => {
  const { clock, telegram, say, newRound } = await startRounds()
  telegram.write('hello')
  await newRound()()
  telegram.updates.length = 0
  clock.move(8 * 86_400_000)
  telegram.updates.push({ update_id: 5, message: { chat: { id: 42, type: 'private', first_name: 'B' }, text: 'hello' } } as never)
  await newRound()()
  expect(say.mock.calls.map(([chatId]) => chatId)).toEqual([TELEGRAM_CHAT, 42])
})

test('an expired code links nothing', async () => {
  const { clock, telegram, say, newRound, putCode, chat } = await startRounds()
  await putCode()
  clock.move(15 * 60_000)
  telegram.write(CODE)
  await newRound()()
  expect(await chat()).toBeNull()
  expect(say.mock.calls[0]?.[1]).toMatch(/not valid, or no longer/)
})

test('a flood of strangers is read in few rounds and answered in part; a code among them counts', async () => {
  const { telegram, say, newRound, putCode, chat } = await startRounds()
  await putCode()
  for (let chat = 1; chat <= 450; chat++) telegram.write(`/start ${'x'.repeat(20)}${chat % 10}y`, { chat })
  telegram.write(CODE)
  const round = newRound()
  for (let call = 0; call < 5; call++) expect(await round()).toBe(0)
  expect(await chat()).not.toBeNull()
  expect(say.mock.calls.length).toBeLessThanOrEqual(5 * 20 + 1)
  const answered = say.mock.calls.length
  // The same chats again, within a minute.
  for (let chat = 1; chat <= 20; chat++) telegram.write('again', { chat })
  await round()
  expect(say).toHaveBeenCalledTimes(answered)
})

test('an update that is too large is skipped alone', async () => {
  const { telegram, say, lines, newRound } = await startRounds()
  telegram.write('hello', { chat: 1 })
  telegram.tell({ message: { chat: { id: 2, type: 'private' }, text: 'x'.repeat(2_000_000) } })
  telegram.write('hello', { chat: 3 })
  const round = newRound()
  for (let call = 0; call < 5 && say.mock.calls.length < 2; call++) expect(await round()).toBe(0)
  expect(say.mock.calls.map(([chatId]) => chatId)).toEqual([1, 3])
  expect(lines.join('')).toContain('too large and was skipped')
})

test('each refusal is said in words, with growing pauses and without the token', async () => {
  const { telegram, lines, newRound } = await startRounds()
  const round = newRound()
  const refused = async (status: number, description: string, parameters: object = {}) => {
    telegram.script.push(json(status, { ok: false, error_code: status, description, parameters }))
    return round()
  }
  expect(await refused(401, 'Unauthorized')).toBe(60_000)
  expect(await refused(409, 'Conflict: terminated by other getUpdates request; make sure …')).toBe(60_000)
  expect(await refused(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook …")).toBe(60_000)
  expect(await refused(429, 'Too Many Requests: retry after 9', { retry_after: 9 })).toBe(9000)
  expect(await refused(502, 'Bad Gateway')).toBe(16_000)
  telegram.script.push('cut')
  expect(await round()).toBe(32_000)
  telegram.script.push({ status: 200, body: '<html>' })
  expect(await round()).toBe(60_000)
  const said = lines.map((line) => JSON.parse(line).msg)
  expect(said).toEqual([
    expect.stringContaining('Telegram refuses TELEGRAM_BOT_TOKEN'),
    expect.stringContaining('another program reads the messages'),
    expect.stringContaining('has a webhook'),
    'Telegram asks for a pause; retry in 9 s',
    'the Bot API of Telegram answered 502; retry in 16 s',
    'the Bot API of Telegram cannot be reached; retry in 32 s',
    'an answer of the Bot API could not be read; retry in 60 s',
  ])
  expect(lines.join('')).not.toContain(TELEGRAM_TOKEN.split(':')[1])
})

test('one process of two reads, and the other takes over', async () => {
  const { telegram, databaseUrl, dataDir, stop } = await start()
  await eventually(async () => telegram.waiting() === 1, 'the first process to read')
  const second = await startTestServer({
    ...{ ROLES: 'api,deliver', DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    ...{ TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN, TELEGRAM_URL: telegram.url },
  })
  const user = await TestUser.signIn(second.address)
  const polls = () => telegram.received.filter(({ path }) => path.endsWith('/getUpdates')).length
  expect(polls()).toBe(1)
  await stop()
  telegram.write(((await user.call('POST', LINK)).body as ChannelLink).code)
  await eventually(
    async () => (await user.get<NotificationSettings>(SETTINGS)).telegram.chat !== '',
    'the chat linked by the second',
  )
})

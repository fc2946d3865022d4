import { describe, expect, test } from 'vitest'
import type { Message } from '../../../server/notifications/channels/channel.ts'
import { createBot } from '../../../server/notifications/channels/telegram/api.ts'
import { createTelegramLimits } from '../../../server/notifications/channels/telegram/limits.ts'
import { createTelegramSender } from '../../../server/notifications/channels/telegram/sender.ts'
import { readUpdate } from '../../../server/notifications/channels/telegram/updates.ts'
import { handMovedClock } from '../../support/clock.ts'
import { json, type Reply, TELEGRAM_CHAT, TELEGRAM_TOKEN } from '../../support/providers.ts'
import { startTelegram } from '../../support/telegram.ts'
import { aMessage, anAlert, NOW } from '../support.ts'
import { impatientOutbound } from './support.ts'

const OTHER_CHAT = TELEGRAM_CHAT + 1

async function start(reply?: Reply, token = TELEGRAM_TOKEN) {
  const clock = handMovedClock(NOW)
  const nowMs = () => clock.now().getTime()
  const telegram = await startTelegram(nowMs)
  telegram.chats.add(OTHER_CHAT)
  if (reply) telegram.usual = reply
  const bot = createBot({ outbound: impatientOutbound(nowMs), url: telegram.url, token })
  const sender = createTelegramSender(bot, createTelegramLimits(clock))
  const target = (chatId: number) => ({ channel: 'telegram', chatId }) as const
  const send = (message: Message = aMessage(), chatId = TELEGRAM_CHAT) => sender.send(target(chatId), message)
  const delayMs = (chatId = TELEGRAM_CHAT) => sender.delayMs(target(chatId))
  return { telegram, clock, send, delayMs, sender }
}

const refusal = (status: number, description: string, parameters?: object) =>
  json(status, { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) })

describe('a message on Telegram', () => {
  test('has the picture, the facts and a button to the auction', async () => {
    const { telegram, send } = await start()
    expect(await send()).toEqual({ status: 'accepted', detail: 'status 200' })
    expect(telegram.sent).toMatchObject([
      {
        chat_id: TELEGRAM_CHAT,
        photo: 'https://lots.example/a.jpg',
        text: expect.stringMatching(/^New match\nLeica M6\n€125\.50\n3 bids · ends Sat.*\nFilter: Cameras$/s),
        url: expect.stringMatching(/^https:\/\/lotwatch\.example\/auctions\//),
      },
    ])
  })

  test.each(['newMatch', 'endingSoon'] as const)('of the kind %s is not silent', async (kind) => {
    const { telegram, send } = await start()
    await send(aMessage([anAlert({ kind, minutes: 10 })]))
    expect(JSON.parse(telegram.received[0]?.body.toString() ?? '{}')).not.toHaveProperty('disable_notification')
  })

  test('without a picture is a text without a preview of links', async () => {
    const { telegram, send } = await start()
    expect(await send(aMessage([anAlert({ auction: { images: ['http://lots.example/a.jpg'] } })]))).toMatchObject({
      status: 'accepted',
    })
    expect(telegram.sent[0]).not.toHaveProperty('photo')
  })

  test('whose picture Telegram cannot use is sent without it, at once', async () => {
    const { telegram, send } = await start()
    telegram.script.push(refusal(400, 'Bad Request: wrong file identifier/HTTP URL specified'))
    expect(await send()).toMatchObject({ status: 'accepted' })
    expect(telegram.received.map(({ path }) => path.split('/').at(-1))).toEqual(['sendPhoto', 'sendMessage'])
  })

  test('that Telegram refuses for another reason is not retried', async () => {
    const { telegram, send } = await start(refusal(400, 'Bad Request: message is too long'))
    expect(await send(aMessage([anAlert({ auction: { images: [] } })]))).toEqual({
      status: 'rejected',
      detail: 'status 400 (message is too long)',
    })
    expect(telegram.received).toHaveLength(1)
  })

  test('from a server without a domain has no button, which Telegram would refuse', async () => {
    const { telegram, send } = await start()
    expect(await send(aMessage([anAlert()], { publicUrl: 'http://localhost:4600' }))).toMatchObject({ status: 'accepted' })
    expect(telegram.sent[0]).not.toHaveProperty('url')
  })

  test('of a digest counts its alerts and links to each', async () => {
    const { telegram, send } = await start()
    const batch = { reason: 'digest', missed: 2 } as const
    expect(await send(aMessage(Array(25).fill(anAlert()), { batch }))).toMatchObject({ status: 'accepted' })
    const [sent] = telegram.sent
    expect(sent?.text.split('\n')).toEqual([
      '25 alerts',
      '25 new matches · 2 ended meanwhile · and 5 more',
      '',
      ...Array(20).fill('New match Leica M6 · €125.50'),
    ])
    expect(sent?.html.match(/<a href="https:\/\/lotwatch\.example\/auctions\//g)).toHaveLength(20)
    expect(sent?.url).toBe('https://lotwatch.example/auctions')
  })

  test('of a test says that it is one', async () => {
    const { telegram, send } = await start()
    expect(await send(aMessage([], { locale: 'de' }))).toMatchObject({ status: 'accepted' })
    expect(telegram.texts()).toEqual(['Lotwatch-Test\nDieser Kanal funktioniert. So sehen Meldungen aus.'])
  })

  test.each([
    ['markup', '</b><a href="https://evil.example">x</a> & &lt; &amp; '.repeat(100)],
    ['surrogates', '👨‍👩‍👧'.repeat(10_000)],
    ['invisible characters', '\uD83D\u0000\u202E'],
    ['nothing', ''],
  ])('of hostile texts (%s) stays within the limits and says what they say', async (_, title) => {
    const { telegram, clock, send } = await start()
    const auction = { title, location: { place: title, precision: 'exact' as const }, endsAt: '2026-11-21T10:00:00.000Z' }
    const alert = anAlert({ kind: 'endingSoon', minutes: 10, auction, filterNames: [title, title] })
    for (const message of [
      aMessage([alert]),
      aMessage(Array(20).fill(alert)),
      aMessage(Array(20).fill(alert), { locale: 'de' }),
    ]) {
      expect(await send(message)).toMatchObject({ status: 'accepted' })
      clock.move(1000)
    }
    for (const { html } of telegram.sent) expect(html).not.toContain('href="https://evil.example')
    if (title.startsWith('</b>')) expect(telegram.texts()[0]).toContain('</b><a href="https://evil.example">x</a> & &lt;')
  })
})

describe('the rate limit', () => {
  test('of a chat, one a second, is observed before it is exceeded; other chats continue', async () => {
    const { telegram, clock, send, delayMs } = await start()
    expect((await send()).status).toBe('accepted')
    expect(delayMs()).toBe(1000)
    expect(await send()).toEqual({ status: 'throttled', detail: 'the rate limit is reached', retryAfterMs: 1000, isLocal: true })
    expect((await send(aMessage(), OTHER_CHAT)).status).toBe('accepted')
    clock.move(1000)
    expect((await send()).status).toBe('accepted')
    expect(telegram.received).toHaveLength(3)
  })

  test('of the bot is observed: at most 25 calls a second over all chats', async () => {
    const { telegram, clock, send } = await start(json(200, { ok: true, result: {} }))
    for (let chat = 1; chat <= 25; chat++) expect((await send(aMessage(), chat)).status).toBe('accepted')
    expect(await send(aMessage(), 26)).toMatchObject({ status: 'throttled', retryAfterMs: 1000 })
    expect(telegram.received).toHaveLength(25)
    clock.move(1000)
    expect((await send(aMessage(), 26)).status).toBe('accepted')
  })

  test('that was exceeded rests the chat for as long as Telegram says', async () => {
    const { telegram, clock, send } = await start()
    telegram.script.push(refusal(429, 'Too Many Requests: retry after 35', { retry_after: 35 }))
    expect(await send()).toEqual({ status: 'throttled', detail: 'status 429', retryAfterMs: 35_000 })
    expect(await send()).toMatchObject({ status: 'throttled', retryAfterMs: 35_000, isLocal: true })
    expect((await send(aMessage(), OTHER_CHAT)).status).toBe('accepted')
    clock.move(35_000)
    expect((await send()).status).toBe('accepted')
  })

  test('with a pause of years is cut to six hours', async () => {
    const { send } = await start(refusal(429, 'Too Many Requests', { retry_after: 1e9 }))
    expect(await send()).toMatchObject({ status: 'throttled', retryAfterMs: 6 * 3_600_000 })
  })
})

describe("Telegram's answer", () => {
  test.each<[string, Reply, object]>([
    [
      'blocked',
      refusal(403, 'Forbidden: bot was blocked by the user'),
      { status: 'dead', detail: 'status 403 (bot was blocked by the user)' },
    ],
    ['deactivated', refusal(403, 'Forbidden: user is deactivated'), { status: 'dead' }],
    [
      'kicked',
      refusal(403, 'Forbidden: bot was kicked from the group chat'),
      { status: 'dead', detail: 'status 403 (bot was kicked)' },
    ],
    ['never started', refusal(403, "Forbidden: bot can't initiate conversation with a user"), { status: 'dead' }],
    ['403 of a proxy', { status: 403, body: '<html>' }, { status: 'misconfigured' }],
    ['chat not found', refusal(400, 'Bad Request: chat not found'), { status: 'dead', detail: 'status 400 (chat not found)' }],
    ['unknown 400', refusal(400, 'Bad Request: SOMETHING_NEW'), { status: 'rejected', detail: 'status 400' }],
    ['401', refusal(401, 'Unauthorized'), { status: 'misconfigured', detail: 'status 401' }],
    ['404 for a token that was never issued', refusal(404, 'Not Found'), { status: 'misconfigured' }],
    ['429 without a pause', { status: 429 }, { status: 'throttled', retryAfterMs: 10_000 }],
    ['429 of a proxy', { status: 429, headers: { 'retry-after': '7' } }, { status: 'throttled', retryAfterMs: 7000 }],
    ['500', refusal(500, 'Internal Server Error'), { status: 'retry' }],
    ['502 of a proxy', { status: 502, body: '<html>' }, { status: 'retry' }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, { status: 'rejected' }],
    ['none, cut off', 'cut', { status: 'retry' }],
    ['none, silence', 'silence', { status: 'retry', detail: 'timeout' }],
    ['200 whose body never ends', { status: 200, ending: 'never' }, { status: 'accepted' }],
    ['200 with a body without end', { status: 200, ending: 'endless' }, { status: 'accepted' }],
  ])('%s', async (_, reply, expected) => {
    const { send } = await start(reply)
    expect(await send()).toMatchObject(expected)
  })

  test('that a group has another id since is followed', async () => {
    const { telegram, send } = await start()
    telegram.script.push(
      refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: OTHER_CHAT }),
    )
    expect(await send()).toMatchObject({ status: 'accepted' })
    expect(telegram.sent).toMatchObject([{ chat_id: OTHER_CHAT }])
  })

  test('never carries the token into a result', async () => {
    for (const reply of [
      refusal(400, `Bad Request: https://api.telegram.org/bot${TELEGRAM_TOKEN}/x`),
      'cut',
      'silence',
    ] as Reply[]) {
      const { send } = await start(reply)
      expect(JSON.stringify(await send())).not.toContain(TELEGRAM_TOKEN.slice(-20))
    }
  })
})

describe('an update', () => {
  const chat = { id: 7, type: 'private', first_name: 'Ada' }
  const code = 'abcdefghijklmnopqrst-_'
  const wish = (message: object) => readUpdate({ update_id: 1, message: { chat, ...message } })?.wish

  test.each([`/start ${code}`, `/start@LotwatchBot ${code}`, code, `  ${code}\n`])('%j carries a code', (text) => {
    expect(wish({ text })).toMatchObject({
      kind: 'code',
      code,
      isForwarded: false,
      chat: { id: 7, isPrivate: true, name: 'Ada' },
    })
  })

  test('says when it is forwarded, and in which language', () => {
    expect(wish({ text: code, forward_origin: { type: 'hidden_user' }, from: { language_code: 'de-AT' } })).toMatchObject({
      ...{ kind: 'code', isForwarded: true, locale: 'de' },
    })
    expect(wish({ text: code, forward_date: 1 })).toMatchObject({ isForwarded: true })
    expect(wish({ text: '/stop', from: { language_code: 'fr' } })).toMatchObject({ kind: 'stop', locale: 'en' })
  })

  test.each([
    ['/start', 'start'],
    ['/start hello', 'start'],
    ['hello', 'other'],
    ['x'.repeat(100_000), 'other'],
  ])('%.20s', (text, kind) => expect(wish({ text })).toMatchObject({ kind }))

  test('of a group is nothing unless it carries a code', () => {
    const group = { ...chat, type: 'supergroup' }
    expect(wish({ chat: group, text: '/stop' })).toBeUndefined()
    expect(wish({ chat: group, text: `/start@LotwatchBot ${code}` })).toMatchObject({ kind: 'code', chat: { isPrivate: false } })
  })

  test.each([
    ['a picture', { update_id: 1, message: { chat } }],
    ['a chat without an id', { update_id: 1, message: { chat: {}, text: '/stop' } }],
    ['something new', { update_id: 1, poll: {} }],
    ['an unblocking', { update_id: 1, my_chat_member: { chat, new_chat_member: { status: 'member' } } }],
  ])('with %s wants nothing', (_, update) => expect(readUpdate(update)).toEqual({ id: 1 }))

  test.each([null, 7, 'update', {}, { update_id: 'x' }, { update_id: 1e300 }])('%j is none', (update) =>
    expect(readUpdate(update)).toBeUndefined(),
  )

  test('has a name that is short and on one line', () => {
    const first_name = `\u202E${'é\n'.repeat(500)}`
    expect(wish({ text: '/stop', chat: { ...chat, first_name } })?.chat.name.length).toBeLessThanOrEqual(100)
    expect(wish({ text: '/stop', chat: { id: 7, type: 'private', first_name: '\n', username: 'ada' } })?.chat.name).toBe('@ada')
    expect(wish({ text: '/stop', chat: { id: 7, type: 'private' } })?.chat.name).toBe('Telegram')
  })
})

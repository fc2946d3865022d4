import { describe, expect, test } from 'vitest'
import { createDiscordSender } from '../../../server/notifications/channels/discord/sender.ts'
import { handMovedClock } from '../../support/clock.ts'
import { startDiscord } from '../../support/discord.ts'
import { DISCORD_WEBHOOK, json, type Reply } from '../../support/providers.ts'
import { aMessage, anAlert, NOW } from '../support.ts'
import { impatientOutbound } from './support.ts'

/** Ten thousand calls to a local server. */
const MANY_CALLS_TIMEOUT_MS = 300_000

const OTHER_WEBHOOK = `https://discord.com/api/webhooks/987654321098765432/${'u'.repeat(68)}`
const UNKNOWN_WEBHOOK = `https://discord.com/api/webhooks/111111111111111111/${'u'.repeat(68)}`
const WRONG_TOKEN = DISCORD_WEBHOOK.replace(/t+$/, 'x'.repeat(68))

async function start(reply?: Reply) {
  const clock = handMovedClock(NOW)
  const nowMs = () => clock.now().getTime()
  const discord = await startDiscord(nowMs, [DISCORD_WEBHOOK, OTHER_WEBHOOK])
  if (reply) discord.usual = reply
  const outbound = impatientOutbound(nowMs)
  const sender = createDiscordSender({ outbound, clock, url: discord.url, privateHosts: [new URL(discord.url).host] })
  const target = (webhookUrl: string) => ({ channel: 'discord', webhookUrl, format: 'detailed' }) as const
  const send = (webhookUrl = DISCORD_WEBHOOK, message = aMessage()) => sender.send(target(webhookUrl), message)
  const delayMs = (webhookUrl = DISCORD_WEBHOOK) => sender.delayMs?.(target(webhookUrl))
  return { discord, clock, send, delayMs }
}

/** Discord's own body of a 429; a proxy before it says less. */
const limited = (body: object, headers: Record<string, string> = {}) => json(429, body, { via: '1.1 google', ...headers })

describe('a message on Discord', () => {
  test('goes to the webhook and waits for its receipt', async () => {
    const { discord, send } = await start()
    expect(await send()).toEqual({ status: 'accepted', detail: 'status 200' })
    expect(discord.received[0]?.path).toBe(`${new URL(DISCORD_WEBHOOK).pathname}?wait=true`)
    expect(discord.taken[0]?.embeds).toMatchObject([{ title: 'Leica M6', footer: { text: 'Filter: Cameras' } }])
  })

  test.each([
    'https://discord.com.evil.example/api/webhooks/123456789012345678/x',
    'http://127.0.0.1/api/webhooks/123456789012345678/x',
    `${DISCORD_WEBHOOK}/slack`,
    '',
  ])('goes nowhere but to a webhook: %s', async (address) => {
    const { discord, send } = await start()
    expect((await send(address)).status).toBe('dead')
    expect(discord.received).toEqual([])
  })

  test('whose picture Discord rejects is sent without pictures', async () => {
    const { discord, send } = await start()
    discord.script.push(
      json(400, { code: 50035, errors: { embeds: { 0: { thumbnail: { url: { _errors: [{ code: 'URL_TYPE' }] } } } } } }),
    )
    expect(await send()).toMatchObject({ status: 'accepted' })
    expect(discord.taken[0]?.embeds?.[0]).not.toHaveProperty('thumbnail')
    expect(discord.received).toHaveLength(2)
  })

  test('that Discord rejects for another reason is not retried', async () => {
    const { discord, send } = await start(json(400, { code: 50035, errors: { embeds: { 0: { title: {} } } } }))
    expect(await send()).toEqual({ status: 'rejected', detail: 'status 400 (50035)' })
    expect(discord.received).toHaveLength(1)
  })
})

describe('the rate limit', () => {
  test('of a webhook is observed before it is exceeded; other webhooks continue', async () => {
    const { discord, clock, send, delayMs } = await start()
    for (let call = 0; call < 5; call++) expect((await send()).status).toBe('accepted')
    expect(delayMs()).toBe(2000)
    expect(await send()).toEqual({ status: 'throttled', detail: 'the rate limit is reached', retryAfterMs: 2000, isLocal: true })
    expect(discord.received).toHaveLength(5)
    expect(delayMs(OTHER_WEBHOOK)).toBe(0)
    expect((await send(OTHER_WEBHOOK)).status).toBe('accepted')
    clock.move(1999)
    expect((await send()).status).toBe('throttled')
    clock.move(1)
    expect((await send()).status).toBe('accepted')
  })

  test('is never exceeded, however much is to be sent', async () => {
    const { discord, clock, send, delayMs } = await start()
    for (let left = 100; left > 0; left--) {
      clock.move(delayMs() ?? 0)
      expect((await send()).status).toBe('accepted')
    }
    expect(discord.taken).toHaveLength(100)
    expect(clock.now().getTime() - NOW.getTime()).toBe(19 * 2000)
  })

  test('of our address is observed: at most 40 calls a second over all webhooks', async () => {
    const { clock, send } = await start({ status: 200, body: '{}' })
    for (let call = 0; call < 40; call++) expect((await send()).status).toBe('accepted')
    expect(await send(OTHER_WEBHOOK)).toMatchObject({ status: 'throttled', retryAfterMs: 1000 })
    clock.move(1000)
    expect((await send(OTHER_WEBHOOK)).status).toBe('accepted')
  })

  test('that was exceeded gives the pause in fractions of a second', async () => {
    const { discord, send } = await start()
    discord.script.push(limited({ retry_after: 64.57, global: false }, { 'retry-after': '65' }))
    expect(await send()).toEqual({ status: 'throttled', detail: 'status 429', retryAfterMs: 64_570 })
    expect(await send()).toMatchObject({ status: 'throttled', retryAfterMs: 64_570 })
    expect(discord.received).toHaveLength(1)
    expect((await send(OTHER_WEBHOOK)).status).toBe('accepted')
  })

  test('with a pause of years is cut to six hours', async () => {
    const { discord, clock, send } = await start()
    discord.script.push(limited({ retry_after: 1e9 }))
    expect(await send()).toMatchObject({ status: 'throttled', retryAfterMs: 6 * 3_600_000 })
    clock.move(6 * 3_600_000)
    expect((await send()).status).toBe('accepted')
  })

  test.each<[string, Reply]>([
    ['in its header', limited({ retry_after: 30 }, { 'x-ratelimit-global': 'true' })],
    ['in its body', limited({ retry_after: 30, global: true })],
    ['by what stands before Discord', { status: 429, headers: { 'retry-after': '30' }, body: '<html>error 1015' }],
  ])('of all webhooks, said %s, stops all', async (_, reply) => {
    const { discord, clock, send } = await start()
    discord.script.push(reply)
    await send()
    expect(await send(OTHER_WEBHOOK)).toMatchObject({ status: 'throttled', retryAfterMs: 30_000 })
    expect(discord.received).toHaveLength(1)
    clock.move(30_000)
    expect((await send(OTHER_WEBHOOK)).status).toBe('accepted')
  })

  test('half of the invalid requests that would get our address banned pause all calls until ten minutes have passed', {
    timeout: MANY_CALLS_TIMEOUT_MS,
  }, async () => {
    const shared = limited({ retry_after: 0 }, { 'x-ratelimit-scope': 'shared' })
    const { discord, clock, send } = await start(shared)
    const refuse = async (times: number) => {
      for (let call = 0; call < times; call++) {
        await send()
        clock.move(25)
      }
    }
    // One that is in use, unlike those that are made up.
    discord.script.push({ status: 204 })
    await send()
    // Limits that others have used up are not held against us.
    await refuse(5000)
    discord.usual = limited({ retry_after: 0 })
    await refuse(4999)
    expect((await send(OTHER_WEBHOOK)).status).toBe('throttled')
    const calls = discord.received.length
    clock.move(7 * 60_000)
    expect((await send(OTHER_WEBHOOK)).detail).toBe('the rate limit is reached')
    expect(discord.received).toHaveLength(calls)
    clock.move(2 * 60_000)
    discord.usual = { status: 204 }
    expect((await send(OTHER_WEBHOOK)).status).toBe('accepted')
  })
})

test('made-up webhooks use up at most half of the invalid requests; proven webhooks continue', async () => {
  const { discord, clock, send } = await start({ status: 204 })
  expect((await send()).status).toBe('accepted')
  discord.usual = json(401, { code: 50027 })
  const madeUp = (number: number) => OTHER_WEBHOOK.replace(/\d{17,20}/, String(200_000_000_000_000_000n + BigInt(number)))
  let refused = 0
  for (let number = 0; number < 3000; number++) {
    if ((await send(madeUp(number))).status === 'dead') refused++
    clock.move(25)
  }
  expect(refused).toBe(2500)
  discord.usual = { status: 204 }
  expect((await send()).status).toBe('accepted')
})

describe("Discord's answer", () => {
  test.each<[string, string, object]>([
    ['a webhook that is gone', UNKNOWN_WEBHOOK, { status: 'dead', detail: 'status 404 (10015)' }],
    ['a token that is not its own', WRONG_TOKEN, { status: 'dead', detail: 'status 401 (50027)' }],
  ])('to %s', async (_, webhook, expected) => {
    const { send } = await start()
    expect(await send(webhook)).toEqual(expected)
  })

  test.each<[string, Reply, object]>([
    ['204', { status: 204 }, { status: 'accepted' }],
    ['404 of nobody knows whom', { status: 404 }, { status: 'dead' }],
    ['403', json(403, { code: 50013 }), { status: 'dead' }],
    // Our address may be blocked there: no webhook is to be given up for it.
    ['403 of what stands before Discord', { status: 403, body: '<html>' }, { status: 'misconfigured' }],
    ['500', { status: 500 }, { status: 'retry' }],
    ['502 of a proxy', { status: 502, body: '<html>' }, { status: 'retry' }],
    ['503', { status: 503, headers: { 'retry-after': '3' } }, { status: 'throttled', retryAfterMs: 3000 }],
    ['a redirect', { status: 308, headers: { location: 'http://127.0.0.1:9/' } }, { status: 'rejected' }],
    ['none, cut off', 'cut', { status: 'retry' }],
    ['none, silence', 'silence', { status: 'retry', detail: 'timeout' }],
    ['200 whose body never ends', { status: 200, ending: 'never' }, { status: 'accepted' }],
    ['200 with a body without end', { status: 200, ending: 'endless' }, { status: 'accepted' }],
    ['429 with a body without end', { status: 429, ending: 'endless' }, { status: 'throttled', retryAfterMs: 10_000 }],
  ])('%s', async (_, reply, expected) => {
    const { send } = await start(reply)
    expect(await send()).toMatchObject(expected)
  })
})

test('ten alerts of the longest texts go into one message, and into one of single lines', async () => {
  const { discord, send } = await start()
  const endsAt = '2026-11-21T10:00:00.000Z'
  for (const title of ['@everyone [x](http://evil.example) '.repeat(400), '👨‍👩‍👧'.repeat(10_000), '\uD83D\u0000\u202E', '']) {
    const alert = anAlert({ kind: 'endingSoon', minutes: 10, auction: { title, endsAt }, filterNames: [title, title] })
    expect(await send(DISCORD_WEBHOOK, aMessage(Array(10).fill(alert), { locale: 'de' }))).toMatchObject({ status: 'accepted' })
  }
  expect(discord.taken.map(({ embeds }) => embeds?.length)).toEqual([10, 10, 10, 10])
})

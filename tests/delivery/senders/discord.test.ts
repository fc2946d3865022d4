import { describe, expect, test } from 'vitest'
import { createDiscordSender } from '../../../server/delivery/senders/discord.ts'
import { handMovedClock } from '../../support/clock.ts'
import { DISCORD_WEBHOOK, type Reply, startProvider } from '../../support/providers.ts'
import { aMessage, NOW } from '../support.ts'
import { impatientOutbound } from './support.ts'

const OTHER_WEBHOOK = `https://discord.com/api/webhooks/987654321098765432/${'u'.repeat(68)}`
const SENT: Reply = { status: 200, body: '{"id":"1"}' }

async function start(usual: Reply = SENT) {
  const discord = await startProvider(usual)
  const clock = handMovedClock(NOW)
  const outbound = impatientOutbound(() => clock.now().getTime())
  const sender = createDiscordSender({ outbound, clock, url: discord.url, privateHosts: [new URL(discord.url).host] })
  const send = (webhookUrl = DISCORD_WEBHOOK) => sender.send({ channel: 'discord', webhookUrl, format: 'detailed' }, aMessage())
  return { discord, clock, send }
}

const limits = (remaining: number, resetAfterSeconds: number): Reply => ({
  ...SENT,
  headers: { 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset-after': String(resetAfterSeconds) },
})

describe('a message on Discord', () => {
  test('goes to the webhook and waits for its receipt', async () => {
    const { discord, send } = await start()
    expect(await send()).toEqual({ status: 'accepted', detail: 'status 200' })
    expect(discord.received[0]).toMatchObject({
      method: 'POST',
      path: `${new URL(DISCORD_WEBHOOK).pathname}?wait=true`,
      headers: { 'content-type': 'application/json' },
    })
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
})

describe('the rate limit', () => {
  test('of a webhook is obeyed before it is broken; other webhooks go on', async () => {
    const { discord, clock, send } = await start()
    discord.script.push(limits(1, 60), limits(0, 60))
    await send()
    await send()
    expect(await send()).toEqual({ status: 'throttled', detail: 'the rate limit is reached', retryAfterMs: 60_000 })
    expect(discord.received).toHaveLength(2)
    expect((await send(OTHER_WEBHOOK)).status).toBe('accepted')
    clock.move(59_999)
    expect((await send()).status).toBe('throttled')
    clock.move(1)
    expect((await send()).status).toBe('accepted')
  })

  test('that ends in a moment is not called before it has ended', async () => {
    const { discord, send } = await start()
    discord.script.push(limits(0, 0.2))
    await send()
    // The clock stands still, so that after the wait the bucket is looked at again and still is empty.
    expect(await send()).toMatchObject({ status: 'throttled', retryAfterMs: 200 })
    expect(discord.received).toHaveLength(1)
  })

  test.each<[string, Reply, number]>([
    ["by the body's fractions of a second", { status: 429, body: '{"retry_after":7.5,"global":false}' }, 7500],
    [
      'by the header, where something before Discord answers',
      { status: 429, headers: { 'retry-after': '12' }, body: '<html>' },
      12_000,
    ],
  ])('that was broken says for how long: %s', async (_, reply, retryAfterMs) => {
    const { discord, send } = await start()
    discord.script.push(reply)
    expect(await send()).toEqual({ status: 'throttled', detail: 'status 429', retryAfterMs })
    expect(await send()).toMatchObject({ status: 'throttled', retryAfterMs })
    expect(discord.received).toHaveLength(1)
    expect((await send(OTHER_WEBHOOK)).status).toBe('accepted')
  })

  test.each<[string, Reply]>([
    ['in its header', { status: 429, headers: { 'x-ratelimit-global': 'true' }, body: '{"retry_after":30}' }],
    ['in its body', { status: 429, body: '{"retry_after":30,"global":true}' }],
  ])('of all webhooks, said %s, stops all', async (_, reply) => {
    const { discord, clock, send } = await start()
    discord.script.push(reply)
    await send()
    expect(await send(OTHER_WEBHOOK)).toMatchObject({ status: 'throttled', retryAfterMs: 30_000 })
    expect(discord.received).toHaveLength(1)
    clock.move(30_000)
    expect((await send(OTHER_WEBHOOK)).status).toBe('accepted')
  })
})

describe("Discord's answer", () => {
  test.each<[string, Reply, object]>([
    ['204', { status: 204 }, { status: 'accepted' }],
    ['404, the webhook is gone', { status: 404, body: '{"code":10015}' }, { status: 'dead' }],
    ['401', { status: 401, body: '{"code":50027}' }, { status: 'dead' }],
    ['403', { status: 403 }, { status: 'dead' }],
    ['400', { status: 400, body: '{"code":50035}' }, { status: 'rejected' }],
    ['500', { status: 500 }, { status: 'retry' }],
    ['503', { status: 503, headers: { 'retry-after': '3' } }, { status: 'throttled', retryAfterMs: 3000 }],
    ['a redirect', { status: 308, headers: { location: 'http://127.0.0.1:9/' } }, { status: 'rejected' }],
    ['none, cut off', 'cut', { status: 'retry' }],
    ['none, silence', 'silence', { status: 'retry', detail: 'timeout' }],
    ['200 whose body never ends', { status: 200, ending: 'never' }, { status: 'accepted' }],
    ['200 with a body without end', { status: 200, ending: 'endless' }, { status: 'accepted' }],
    ['429 with a body without end', { status: 429, ending: 'endless' }, { status: 'throttled' }],
  ])('%s', async (_, reply, expected) => {
    const { send } = await start(reply)
    expect(await send()).toMatchObject(expected)
  })
})

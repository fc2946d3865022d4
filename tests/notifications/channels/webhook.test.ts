import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../server/notifications/channels/channel.ts'
import { MAX_WEBHOOK_BYTES, webhookBody } from '../../../server/notifications/channels/webhook/message.ts'
import { createWebhookSender } from '../../../server/notifications/channels/webhook/sender.ts'
import { makeWebhookSecret, signedHeaders } from '../../../server/notifications/channels/webhook/signature.ts'
import { createCircuitBreakers } from '../../../server/notifications/delivery/circuitBreakers.ts'
import { handMovedClock } from '../../support/clock.ts'
import type { Reply } from '../../support/providers.ts'
import { startWebhookReceiver } from '../../support/webhookReceiver.ts'
import { hostileText } from '../messages/hostileTexts.ts'
import { aMessage, anAlert, DELIVERY_ID, NOW } from '../support.ts'
import { impatientOutbound } from './support.ts'

async function start(reply?: Reply, isAllowed = true) {
  const clock = handMovedClock(NOW)
  const nowMs = () => clock.now().getTime()
  const secret = { value: makeWebhookSecret() }
  const receiver = await startWebhookReceiver(nowMs, secret)
  if (reply) receiver.usual = reply
  const privateHosts = isAllowed ? [new URL(receiver.url).host] : []
  const sender = createWebhookSender({ outbound: impatientOutbound(nowMs), clock, privateHosts })
  const target = { channel: 'webhook' as const, url: `${receiver.url}/lotwatch`, secret: secret.value }
  const send = (message: Message = aMessage(), change: Partial<Parameters<typeof sender.send>[0]> = {}) =>
    sender.send({ ...target, ...change }, message)
  return { receiver, clock, secret, send }
}

test('the signature equals the example of Standard Webhooks', () => {
  // The published test vector.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const at = new Date(1_614_265_330_000)
  expect(signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}', [secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
  expect(makeWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
})

test('docs/receivers.md shows how to check a signature', async () => {
  const page = readFileSync(new URL('../../../docs/receivers.md', import.meta.url), 'utf8')
  const example = /```js\n(.*?)```/s.exec(page)?.[1] ?? ''
  const { isGenuine } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(example)}`)
  const [secret, previous] = [makeWebhookSecret(), makeWebhookSecret()]
  const headers = signedHeaders('id', new Date(), '{"ä":1}', [secret, previous])
  expect(isGenuine(headers, '{"ä":1}', secret)).toBe(true)
  expect(isGenuine(headers, '{"ä":1}', previous)).toBe(true)
  expect(isGenuine(headers, '{"ä":2}', secret)).toBe(false)
  expect(isGenuine(headers, '{"ä":1}', makeWebhookSecret())).toBe(false)
  expect(isGenuine(signedHeaders('id', new Date(0), 'x', [secret]), 'x', secret)).toBe(false)
})

test("one user's broken webhook does not affect another's", () => {
  const breakers = createCircuitBreakers(() => NOW.getTime())
  const breakerOf = (path: string) => breakers.of(`webhook ${path}`)
  const broken = { userId: 'ada', target: 'broken', isProven: true }
  for (let failure = 0; failure < 10; failure++) breakerOf('broken').note(broken, 'retry')
  expect([breakerOf('broken').openFor('ada'), breakerOf('well').openFor('ada')]).toEqual(['user', undefined])
})

describe('a message to a webhook', () => {
  test('is signed, and contains the event and the auction', async () => {
    const { receiver, send } = await start()
    const alert = anAlert({ kind: 'priceChange', from: { amount: 100, currency: 'EUR' }, to: { amount: 90, currency: 'EUR' } })
    const events = [
      { kind: 'newMatch' as const, at: '2026-11-19T10:00:00.000Z' },
      { kind: 'priceChange' as const, at: '2026-11-20T09:00:00.000Z', to: { amount: 90, currency: 'EUR' } },
    ]
    expect(await send(aMessage([{ ...alert, match: { ...alert.match, events } }]))).toEqual({
      status: 'accepted',
      detail: 'status 204',
    })
    expect(receiver.received[0]).toMatchObject({
      method: 'POST',
      path: '/lotwatch',
      headers: { 'content-type': 'application/json' },
    })
    expect(receiver.told).toEqual([
      {
        id: DELIVERY_ID,
        type: 'match.priceChanged',
        timestamp: '2026-11-20T09:00:00.000Z',
        data: {
          match: {
            id: alert.match.id,
            url: 'https://lotwatch.example/auctions/01930000-0000-7000-8000-000000000002',
            filters: alert.match.filters,
            matchedAt: NOW.toISOString(),
            flags: [],
          },
          auction: {
            id: alert.match.auction.id,
            ...{ marketplace: 'lots', externalId: 'a', url: 'https://lots.example/a', title: 'Leica M6', status: 'active' },
            ...{ images: ['https://lots.example/a.jpg'], buyingOptions: ['auction'], bidCount: 3 },
            ...{ price: { amount: 12_550, currency: 'EUR' }, endsAt: '2026-11-21T10:00:00.000Z' },
          },
          from: { amount: 100, currency: 'EUR' },
          to: { amount: 90, currency: 'EUR' },
        },
      },
    ])
  })

  test('has the same id and a new timestamp at every attempt', async () => {
    const { receiver, clock, send } = await start()
    const replayed = await send().then(() => receiver.received[0])
    clock.move(3_600_000)
    await send()
    expect(receiver.told).toHaveLength(1)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([DELIVERY_ID, DELIVERY_ID])
    expect(replayed?.headers['webhook-timestamp']).not.toBe(receiver.received[1]?.headers['webhook-timestamp'])
    expect(receiver.received[0]?.body).toEqual(receiver.received[1]?.body)
  })

  test('has both signatures for a while after the secret was renewed, then only the new one', async () => {
    const { receiver, clock, secret, send } = await start()
    const renewed = makeWebhookSecret()
    const change = { secret: renewed, previous: { secret: secret.value, until: new Date(NOW.getTime() + 1000) } }
    expect((await send(aMessage(), change)).status).toBe('accepted')
    clock.move(1000)
    expect(await send(aMessage(), change)).toEqual({ status: 'retry', detail: 'status 401' })
    secret.value = renewed
    expect((await send(aMessage(), change)).status).toBe('accepted')
    expect(receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)).toEqual([2, 1, 1])
  })

  test('of a test has its own type and id', async () => {
    const { receiver, send } = await start()
    for (let time = 0; time < 2; time++) await send(aMessage([]))
    expect(receiver.told).toMatchObject([{ type: 'webhook.test' }, { type: 'webhook.test', timestamp: NOW.toISOString() }])
  })

  test('goes only over https and to no private address that the operator has not allowed', async () => {
    const { receiver, send } = await start(undefined, false)
    for (const url of [
      receiver.url,
      receiver.url.replace('http:', 'https:'),
      'http://hooks.example.org/',
      'https://[::1]/',
      'https://0x7f.1/',
      'file:///etc/passwd',
      '',
    ])
      expect(await send(aMessage(), { url })).toEqual({ status: 'rejected', detail: 'address refused', isLocal: true })
    expect(receiver.received).toEqual([])
  })
})

test.each<[string, Reply, object]>([
  ['200 with a body without end', { status: 200, ending: 'endless' }, { status: 'accepted' }],
  ['202 whose body never ends', { status: 202, ending: 'never' }, { status: 'accepted' }],
  ['410', { status: 410 }, { status: 'dead', detail: 'status 410' }],
  ['404 of a program that is being replaced', { status: 404 }, { status: 'retry' }],
  ['400', { status: 400 }, { status: 'retry' }],
  ['a redirect, which is not followed', { status: 307, headers: { location: 'https://evil.example/' } }, { status: 'retry' }],
  ['500', { status: 500 }, { status: 'retry' }],
  ['502', { status: 502 }, { status: 'throttled' }],
  ['429', { status: 429, headers: { 'retry-after': '7' } }, { status: 'throttled', retryAfterMs: 7000 }],
  ['none, cut off', 'cut', { status: 'retry' }],
  ['none, silence', 'silence', { status: 'retry', detail: 'timeout' }],
])("a receiver's answer: %s", async (_, reply, expected) => {
  const { receiver, send } = await start(reply)
  expect(await send()).toMatchObject(expected)
  expect(receiver.received).toHaveLength(1)
})

test('is JSON below 20 kB for any listing', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (title, other) => {
      const url = `https://lots.example/${encodeURIComponent(other.toWellFormed()).slice(0, 4000)}`
      const alert = anAlert({
        auction: {
          ...{ title, description: title, externalId: other, url, images: Array(50).fill(url) },
          seller: { name: other },
          location: { zip: other, place: title, precision: 'region' },
          shipsTo: Array(5000).fill('DE'),
        },
        filterNames: Array(100).fill(other.slice(0, 80)),
      })
      const body = webhookBody(aMessage([alert]), NOW)
      expect(Buffer.byteLength(body)).toBeLessThan(MAX_WEBHOOK_BYTES)
      expect(JSON.parse(body).data.auction.id).toBe(alert.match.auction.id)
    }),
    { numRuns: 300 },
  )
})

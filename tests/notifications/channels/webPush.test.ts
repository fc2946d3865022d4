import { describe, expect, test } from 'vitest'
import webpush from 'web-push'
import { PushPayload } from '../../../contract/push.ts'
import type { Message } from '../../../server/notifications/channels/channel.ts'
import { pushPayload } from '../../../server/notifications/channels/webPush/message.ts'
import { sendWebPush } from '../../../server/notifications/channels/webPush/sender.ts'
import type { Outbound, OutboundRequest } from '../../../server/outbound/fetch.ts'
import { payloadOf } from '../../../sw/payload.ts'
import { handMovedClock } from '../../support/clock.ts'
import { type Reply, startProvider } from '../../support/providers.ts'
import { aBrowser, startPushService } from '../../support/pushService.ts'
import { AUCTION_ID, aMessage, anAlert, DELIVERY_ID, NOW } from '../support.ts'
import { impatientOutbound } from './support.ts'

const VAPID = { ...webpush.generateVAPIDKeys(), subject: 'mailto:operator@example.org' }
const CREATED: Reply = { status: 201 }

async function start(reply?: Reply) {
  const clock = handMovedClock(NOW)
  const service = await startPushService(VAPID.publicKey, clock.now)
  if (reply) service.usual = reply
  const browser = aBrowser()
  const parts = { outbound: impatientOutbound(() => clock.now().getTime()), vapid: VAPID, clock, origins: [service.url] }
  const send = (message: Message = aMessage(), endpoint = `${service.url}/push/abc?x=1`) =>
    sendWebPush(parts, { channel: 'webPush', kind: 'webPush', subscription: { endpoint, keys: browser.keys } }, message)
  return { service, browser, send, clock }
}

describe('a web push', () => {
  test('is encrypted for this browser', async () => {
    const { service, browser, send } = await start()
    expect(await send()).toEqual({ status: 'accepted', detail: 'status 201' })
    const [request] = service.received
    expect(request).toMatchObject({ method: 'POST', path: '/push/abc?x=1', headers: { 'content-encoding': 'aes128gcm' } })
    const body = request?.body ?? Buffer.alloc(0)
    expect(body.toString('latin1')).not.toContain('Leica')
    expect(PushPayload.parse(browser.read(body))).toMatchObject({
      deliveryId: DELIVERY_ID,
      auctionId: AUCTION_ID,
      kind: 'newMatch',
      title: 'Leica M6',
    })
    expect(() => aBrowser().read(body)).toThrow()
  })

  test('is signed for this push service (RFC 8292)', async () => {
    const { service, send } = await start()
    expect((await send()).status).toBe('accepted')
    const elsewhere = await startPushService(VAPID.publicKey, () => NOW)
    const strangers = await startPushService(webpush.generateVAPIDKeys().publicKey, () => NOW)
    const { headers, body, path } = service.received[0] ?? { headers: {}, body: Buffer.alloc(0), path: '' }
    const { authorization = '', ttl = '', 'content-encoding': encoding = '' } = headers as Record<string, string>
    const again = (url: string) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization, ttl, 'content-encoding': encoding },
        body: new Uint8Array(body),
      })
    expect((await again(elsewhere.url)).status).toBe(403)
    expect(await (await again(strangers.url)).json()).toEqual({ reason: 'VapidPkHashMismatch' })
  })

  test('has a TTL until its expiry, and a topic per kind and auction', async () => {
    const { service, send } = await start()
    const expiresIn = (ms: number) => ({ expiresAt: new Date(NOW.getTime() + ms) })
    await send(aMessage([anAlert()], expiresIn(90_000)))
    await send(aMessage([anAlert()], expiresIn(365 * 86_400_000)))
    await send(aMessage([anAlert({ kind: 'endingSoon', minutes: 10 })], expiresIn(-5000)))
    await send(aMessage([]))
    const headers = service.received.map((request) => request.headers)
    expect(headers.map(({ ttl }) => ttl)).toEqual(['90', '2419200', '0', '3600'])
    expect(headers.map(({ urgency }) => urgency)).toEqual(['high', 'high', 'high', 'high'])
    const topics = headers.map(({ topic }) => String(topic))
    for (const topic of topics) expect(topic).toMatch(/^[\w-]{32}$/)
    expect(topics[0]).toBe(topics[1])
    expect(new Set(topics).size).toBe(3)
  })
})

describe('the answer of a push service', () => {
  test.each<[string, Reply, object]>([
    ['201', { status: 201 }, { status: 'accepted' }],
    ['404', { status: 404 }, { status: 'dead' }],
    ['410', { status: 410 }, { status: 'dead' }],
    ['413', { status: 413 }, { status: 'rejected' }],
    ['400', { status: 400 }, { status: 'rejected' }],
    [
      '403, our own credentials',
      { status: 403, body: '{"reason":"BadJwtToken"}' },
      { status: 'misconfigured', detail: 'status 403 BadJwtToken' },
    ],
    ['429 with seconds', { status: 429, headers: { 'retry-after': '17' } }, { status: 'throttled', retryAfterMs: 17_000 }],
    [
      '429 with a date',
      { status: 429, headers: { 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT' } },
      { status: 'throttled', retryAfterMs: 30_000 },
    ],
    ['429 with nothing', { status: 429 }, { status: 'throttled', detail: 'status 429' }],
    ['500', { status: 500 }, { status: 'retry' }],
    ['503', { status: 503, headers: { 'retry-after': '5' } }, { status: 'throttled', retryAfterMs: 5000 }],
    ['none, cut off', 'cut', { status: 'retry', detail: 'unreachable' }],
    ['none, silence', 'silence', { status: 'retry', detail: 'timeout' }],
    // It has been taken: sending it again would show it twice.
    ['201 whose body never ends', { status: 201, ending: 'never' }, { status: 'accepted' }],
    ['201 whose body breaks off', { status: 201, ending: 'cut' }, { status: 'accepted' }],
    ['201 with a body without end', { status: 201, ending: 'endless' }, { status: 'accepted' }],
    ['410 whose body never ends', { status: 410, ending: 'never' }, { status: 'dead' }],
  ])('%s', async (_, reply, expected) => {
    const { send } = await start(reply)
    expect(await send()).toMatchObject(expected)
  })

  test('that redirects is not followed', async () => {
    const elsewhere = await startProvider(CREATED)
    const { send } = await start({ status: 307, headers: { location: `${elsewhere.url}/push/abc` } })
    expect((await send()).status).toBe('rejected')
    expect(elsewhere.received).toEqual([])
  })
})

test('nothing is sent to an unknown push service or with invalid keys', async () => {
  const { service, send } = await start()
  const stranger = await startProvider(CREATED)
  for (const endpoint of [
    `${stranger.url}/push`,
    'https://127.0.0.1/push',
    'https://fcm.googleapis.com.evil.example/x',
    'not an address',
  ]) {
    expect(await send(aMessage(), endpoint), endpoint).toEqual({
      status: 'dead',
      detail: 'not a known push service',
      isLocal: true,
    })
  }
  const parts = { outbound: impatientOutbound(Date.now), vapid: VAPID, clock: handMovedClock(NOW), origins: [service.url] }
  const subscription = { endpoint: `${service.url}/push`, keys: { p256dh: 'x', auth: 'y' } }
  expect(await sendWebPush(parts, { channel: 'webPush', kind: 'webPush', subscription }, aMessage())).toMatchObject({
    status: 'dead',
  })
  expect([...service.received, ...stranger.received]).toEqual([])
})

describe('to Safari', () => {
  const SAFARI = 'https://web.push.apple.com/QGuQyavXutnMH'
  /** What was sent to Apple's host, with loopback in the place of the way there. */
  async function sendToSafari(message = aMessage()) {
    const browser = aBrowser()
    const requests: OutboundRequest[] = []
    const outbound: Outbound = {
      fetch: async (url, request) => {
        expect(url).toBe(SAFARI)
        requests.push(request)
        return { status: 201, url, header: () => null, body: new Uint8Array(), validators: {} }
      },
      close: async () => {},
    }
    const parts = { outbound, vapid: VAPID, clock: handMovedClock(NOW), origins: [] }
    const subscription = { endpoint: SAFARI, keys: browser.keys }
    const result = await sendWebPush(parts, { channel: 'webPush', kind: 'webPush', subscription }, message)
    const [request] = requests
    const body = browser.read(Buffer.from(request?.body as Uint8Array)) as { notification: { data: object } }
    return { result, headers: request?.headers ?? {}, body }
  }

  test('a push shows itself without a worker, and gives a worker the whole payload', async () => {
    const { result, headers, body } = await sendToSafari(aMessage([anAlert()], { locale: 'de' }))
    expect(result.status).toBe('accepted')
    expect(headers['Content-Type']).toBe('application/notification+json')
    expect(body).toMatchObject({
      web_push: 8030,
      mutable: true,
      notification: {
        title: 'Leica M6',
        body: expect.stringContaining('Neuer Treffer'),
        lang: 'de',
        navigate: `https://lotwatch.example/de/auctions/${AUCTION_ID}`,
        tag: DELIVERY_ID,
        silent: false,
      },
    })
    const payload = pushPayload(aMessage([anAlert()], { locale: 'de' }), NOW)
    expect(payloadOf(body)).toEqual(payload)
    // Since Safari 18.4 the worker gets the proposed notification in the place of the message.
    expect(payloadOf(undefined, body.notification)).toEqual(payload)
  })

  test('a test message and the longest texts fit too', async () => {
    const title = '"😀'.repeat(5000)
    const images = [`https://lots.example/${'i'.repeat(770)}`]
    const long = aMessage([anAlert({ auction: { title, images } })], { publicUrl: `https://${'a'.repeat(60)}.example` })
    for (const message of [aMessage([]), long]) expect(payloadOf((await sendToSafari(message)).body)).toBeDefined()
  })
})

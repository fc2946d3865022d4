import { createECDH, randomBytes } from 'node:crypto'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import webpush from 'web-push'
import { PushPayload } from '../../../contract/push.ts'
import type { Message } from '../../../server/delivery/sender.ts'
import { sendWebPush } from '../../../server/delivery/senders/webPush.ts'
import { handMovedClock } from '../../support/clock.ts'
import { type Reply, startProvider } from '../../support/providers.ts'
import { AUCTION_ID, aMessage, anAlert, DELIVERY_ID, NOW } from '../support.ts'
import { impatientOutbound } from './support.ts'

const VAPID = { ...webpush.generateVAPIDKeys(), subject: 'mailto:operator@example.org' }
const CREATED: Reply = { status: 201 }

/** A browser's keys for push, and what it reads with them. */
function aBrowser() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys().toString('base64url')
  const auth = randomBytes(16).toString('base64url')
  const read = (body: Buffer) =>
    JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString())
  return { keys: { p256dh, auth }, read }
}

async function start(usual: Reply = CREATED) {
  const service = await startProvider(usual)
  const browser = aBrowser()
  const clock = handMovedClock(NOW)
  const parts = { outbound: impatientOutbound(() => clock.now().getTime()), vapid: VAPID, clock, origins: [service.url] }
  const send = (message: Message = aMessage(), endpoint = `${service.url}/push/abc?x=1`) =>
    sendWebPush(parts, { channel: 'webPush', kind: 'webPush', subscription: { endpoint, keys: browser.keys } }, message)
  return { service, browser, send, clock }
}

describe('a web push', () => {
  test('is encrypted for the browser alone', async () => {
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

  test('is signed for this push service, for a day at most (RFC 8292)', async () => {
    const { service, send } = await start()
    await send()
    const [, token = '', publicKey] = /^vapid t=([^,]+), ?k=(.+)$/.exec(service.received[0]?.headers.authorization ?? '') ?? []
    expect(publicKey).toBe(VAPID.publicKey)
    const point = Buffer.from(VAPID.publicKey, 'base64url')
    const key = await importJWK({
      kty: 'EC',
      alg: 'ES256',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    })
    const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'], audience: service.url })
    expect(payload.sub).toBe(VAPID.subject)
    expect((payload.exp ?? 0) * 1000).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000)
  })

  test('is kept no longer than it is of use, and only the newest of its kind about an auction', async () => {
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
    ['403, our own credentials', { status: 403, body: '{"reason":"BadJwtToken"}' }, { status: 'misconfigured' }],
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

  test('that points elsewhere is not followed', async () => {
    const elsewhere = await startProvider(CREATED)
    const { send } = await start({ status: 307, headers: { location: `${elsewhere.url}/push/abc` } })
    expect((await send()).status).toBe('rejected')
    expect(elsewhere.received).toEqual([])
  })
})

test('nothing is sent to an address that is no push service, nor with keys that are none', async () => {
  const { service, send } = await start()
  const stranger = await startProvider(CREATED)
  for (const endpoint of [
    `${stranger.url}/push`,
    'https://127.0.0.1/push',
    'https://fcm.googleapis.com.evil.example/x',
    'not an address',
  ]) {
    expect(await send(aMessage(), endpoint), endpoint).toEqual({ status: 'dead', detail: 'not a known push service' })
  }
  const parts = { outbound: impatientOutbound(Date.now), vapid: VAPID, clock: handMovedClock(NOW), origins: [service.url] }
  const subscription = { endpoint: `${service.url}/push`, keys: { p256dh: 'x', auth: 'y' } }
  expect(await sendWebPush(parts, { channel: 'webPush', kind: 'webPush', subscription }, aMessage())).toMatchObject({
    status: 'dead',
  })
  expect([...service.received, ...stranger.received]).toEqual([])
})

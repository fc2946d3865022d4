import { describe, expect, test } from 'vitest'
import { PushPayload } from '../../../contract/push.ts'
import { createFcm } from '../../../server/notifications/channels/webPush/fcm.ts'
import type { FcmTarget } from '../../../server/notifications/channels/webPush/target.ts'
import { handMovedClock } from '../../support/clock.ts'
import { refusal, startFcm, TOKENS } from '../../support/fcm.ts'
import { json, type Reply } from '../../support/providers.ts'
import { aMessage, anAlert, DELIVERY_ID, NOW } from '../support.ts'
import { impatientOutbound } from './support.ts'

async function start() {
  const clock = handMovedClock(NOW)
  const { google, fcm, serviceAccount, hosts } = await startFcm(clock.now)
  const outbound = impatientOutbound(() => clock.now().getTime())
  const push = createFcm({ outbound, clock, url: fcm.url, serviceAccount, privateHosts: hosts })
  const send = (kind: FcmTarget['kind'] = 'fcm', token = TOKENS.device, message = aMessage()) =>
    push({ channel: 'webPush', kind, token }, message)
  const message = (index = -1) => JSON.parse(fcm.received.at(index)?.body.toString() ?? '').message
  return { google, fcm, clock, send, message }
}

describe('the access token', () => {
  test('is fetched with an assertion signed by the service account', async () => {
    const { google, fcm, send } = await start()
    expect((await send()).status).toBe('accepted')
    expect(google.received).toHaveLength(1)
    expect(fcm.received[0]?.headers.authorization).toBe('Bearer access-1')
  })

  test('is kept until shortly before its end, and fetched once for concurrent calls', async () => {
    const { google, fcm, clock, send } = await start()
    await Promise.all(Array.from({ length: 8 }, () => send()))
    clock.move(54 * 60_000)
    await send()
    expect(google.received).toHaveLength(1)
    clock.move(60_000)
    expect((await send()).status).toBe('accepted')
    expect(google.received).toHaveLength(2)
    expect(fcm.received.at(-1)?.headers.authorization).toBe('Bearer access-2')
  })

  test('is fetched again after a 401', async () => {
    const { google, fcm, send } = await start()
    fcm.script.push(json(401, { error: { status: 'UNAUTHENTICATED' } }))
    expect((await send()).status).toBe('misconfigured')
    expect((await send()).status).toBe('accepted')
    expect(google.received).toHaveLength(2)
  })

  test.each<[string, Reply, object]>([
    ['is refused', json(400, { error: 'invalid_grant' }), { status: 'misconfigured' }],
    ['is nonsense', { status: 200, body: '<html>' }, { status: 'misconfigured' }],
    ['is not to be had', { status: 500 }, { status: 'retry' }],
    ['has to wait', { status: 429, headers: { 'retry-after': '9' } }, { status: 'throttled', retryAfterMs: 9000 }],
    ['does not come', 'cut', { status: 'retry' }],
  ])('that %s sends nothing and is asked for again', async (_, reply, expected) => {
    const { google, fcm, send } = await start()
    google.script.push(reply)
    expect(await send()).toMatchObject(expected)
    expect(fcm.received).toEqual([])
    expect((await send()).status).toBe('accepted')
  })

  test('of a wrong clock is refused, and no device is marked dead', async () => {
    const { clock, google, fcm, send } = await start()
    const grant = google.usual
    google.usual = (request) => {
      clock.move(2 * 3_600_000)
      return typeof grant === 'function' ? grant(request) : grant
    }
    expect((await send()).status).toBe('misconfigured')
    expect(fcm.received).toEqual([])
  })
})

describe('a message', () => {
  test('to a browser has only data, a TTL until its expiry, and replaces an older one', async () => {
    const { send, message } = await start()
    for (const kind of ['newMatch', 'newMatch', 'priceChange'] as const)
      expect((await send('fcm', TOKENS.device, aMessage([anAlert({ kind })]))).status).toBe('accepted')
    expect(Object.keys(message()).sort()).toEqual(['data', 'token', 'webpush'])
    expect(message().webpush.headers).toEqual({ TTL: '3600', Urgency: 'high', Topic: expect.stringMatching(/^[\w-]{32}$/) })
    expect(PushPayload.parse(JSON.parse(message().data.payload))).toMatchObject({ title: 'Leica M6' })
    const topics = [0, 1, 2].map((index) => message(index).webpush.headers.Topic)
    expect(topics[0]).toBe(topics[1])
    expect(topics[2]).not.toBe(topics[0])
  })

  test('to a phone has a notification for the system and data for a running shell', async () => {
    const { send, message } = await start()
    expect((await send('native')).status).toBe('accepted')
    expect(message().android).toEqual({
      ttl: '3600s',
      priority: 'HIGH',
      notification: { title: 'Leica M6', body: expect.stringContaining('New match'), tag: DELIVERY_ID },
    })
    expect(message().apns).toEqual({
      headers: {
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-expiration': String(NOW.getTime() / 1000 + 3600),
        'apns-collapse-id': expect.stringMatching(/^[\w-]{32}$/),
      },
      payload: { aps: { alert: { title: 'Leica M6', body: expect.any(String) }, sound: 'default' } },
    })
    expect(PushPayload.parse(JSON.parse(message().data.payload)).deliveryId).toBe(DELIVERY_ID)
  })

  test.each(['😀'.repeat(10_000), '"\\'.repeat(4000), '\uD83D\u0000\u202E'.repeat(3000)])(
    'of the longest texts is taken: %#',
    async (title) => {
      const { send } = await start()
      const images = [`https://lots.example/${'i'.repeat(770)}`]
      for (const kind of ['fcm', 'native'] as const) {
        const alert = anAlert({ auction: { title, images }, filterNames: [title] })
        expect((await send(kind, TOKENS.device, aMessage([alert]))).status).toBe('accepted')
      }
    },
  )
})

describe("FCM's answer", () => {
  test.each([
    [TOKENS.gone, { status: 'dead', detail: 'UNREGISTERED' }],
    [TOKENS.malformed, { status: 'dead', detail: 'INVALID_ARGUMENT' }],
    // With the wrong service account every token is another project's.
    [TOKENS.foreign, { status: 'misconfigured', detail: 'SENDER_ID_MISMATCH' }],
  ])('to the token "%s"', async (token, expected) => {
    const { send } = await start()
    expect(await send('fcm', token)).toEqual(expected)
  })

  test.each<[string, Reply, object]>([
    ['INVALID_ARGUMENT that names the token', refusal(400, 'INVALID_ARGUMENT', 'message.token'), { status: 'dead' }],
    ['INVALID_ARGUMENT about our message', refusal(400, 'INVALID_ARGUMENT', 'message.data[0].value'), { status: 'rejected' }],
    [
      'a message too big',
      json(400, { error: { code: 400, message: 'Message too big', status: 'INVALID_ARGUMENT' } }),
      { status: 'rejected' },
    ],
    ['QUOTA_EXCEEDED', refusal(429, 'QUOTA_EXCEEDED'), { status: 'throttled', detail: 'QUOTA_EXCEEDED', retryAfterMs: 60_000 }],
    ['THIRD_PARTY_AUTH_ERROR', refusal(401, 'THIRD_PARTY_AUTH_ERROR'), { status: 'misconfigured' }],
    ['403 without a code', { status: 403, body: '{}' }, { status: 'misconfigured' }],
    ['404 without a code', { status: 404, body: 'not here' }, { status: 'rejected' }],
    ['INTERNAL', refusal(500, 'INTERNAL'), { status: 'retry', detail: 'INTERNAL' }],
    ['a page of a proxy', { status: 502, body: '<html>' }, { status: 'retry' }],
    ['UNAVAILABLE', { status: 503, headers: { 'retry-after': '20' } }, { status: 'throttled', retryAfterMs: 20_000 }],
    ['none, cut off', 'cut', { status: 'retry' }],
    ['none, silence', 'silence', { status: 'retry', detail: 'timeout' }],
    ['200 whose body never ends', { status: 200, ending: 'never' }, { status: 'accepted' }],
    ['200 with a body without end', { status: 200, ending: 'endless' }, { status: 'accepted' }],
  ])('%s', async (_, reply, expected) => {
    const { fcm, send } = await start()
    fcm.script.push(reply)
    expect(await send()).toMatchObject(expected)
  })
})

import { generateKeyPairSync } from 'node:crypto'
import { type JWTPayload, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { PushPayload } from '../../../contract/push.ts'
import { createFcm } from '../../../server/delivery/senders/fcm.ts'
import { handMovedClock } from '../../support/clock.ts'
import { type Provider, type Reply, startProvider } from '../../support/providers.ts'
import { aMessage, NOW } from '../support.ts'
import { impatientOutbound } from './support.ts'

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PRIVATE_KEY = KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const EMAIL = 'sender@lots.iam.example'
const SENT: Reply = { status: 200, body: '{"name":"projects/lots/messages/1"}' }
const tokenReply = (token: string): Reply => ({
  status: 200,
  body: JSON.stringify({ access_token: token, expires_in: 3600, token_type: 'Bearer' }),
})

async function start(usual: Reply = SENT) {
  const [google, fcm] = [await startProvider(tokenReply('first')), await startProvider(usual)]
  const clock = handMovedClock(NOW)
  const serviceAccount = JSON.stringify({
    type: 'service_account',
    project_id: 'lots',
    client_email: EMAIL,
    private_key: PRIVATE_KEY,
    token_uri: `${google.url}/token`,
  })
  const hosts = [google, fcm].map(({ url }) => new URL(url).host)
  const outbound = impatientOutbound(() => clock.now().getTime())
  const push = createFcm({ outbound, clock, url: fcm.url, serviceAccount, privateHosts: hosts })
  return { google, fcm, clock, send: () => push('device-token', aMessage()) }
}

/** What Google's token endpoint makes of a request: the assertion's claims, once its signature holds. */
async function readAssertion({ received, url }: Provider, index = 0): Promise<JWTPayload> {
  const form = new URLSearchParams(received[index]?.body.toString())
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const { payload } = await jwtVerify(form.get('assertion') ?? '', KEYS.publicKey, {
    algorithms: ['RS256'],
    issuer: EMAIL,
    audience: `${url}/token`,
    currentDate: NOW,
  })
  return payload
}

describe('the access token', () => {
  test('is had for an assertion that the service account has signed', async () => {
    const { google, fcm, send } = await start()
    expect((await send()).status).toBe('accepted')
    const claims = await readAssertion(google)
    expect(claims.scope).toBe('https://www.googleapis.com/auth/firebase.messaging')
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600)
    expect(fcm.received[0]?.headers.authorization).toBe('Bearer first')
  })

  test('is kept until shortly before its end, and asked for once by all who wait for it', async () => {
    const { google, fcm, clock, send } = await start()
    await Promise.all(Array.from({ length: 8 }, send))
    clock.move(54 * 60_000)
    await send()
    expect(google.received).toHaveLength(1)
    google.usual = tokenReply('second')
    clock.move(60_000)
    await send()
    expect(google.received).toHaveLength(2)
    expect(fcm.received.at(-1)?.headers.authorization).toBe('Bearer second')
  })

  test('is asked for anew after a 401', async () => {
    const { google, fcm, send } = await start()
    fcm.script.push({ status: 401, body: '{"error":{"status":"UNAUTHENTICATED"}}' })
    expect((await send()).status).toBe('misconfigured')
    expect((await send()).status).toBe('accepted')
    expect(google.received).toHaveLength(2)
  })

  test.each<[string, Reply, object]>([
    ['is refused', { status: 400, body: '{"error":"invalid_grant"}' }, { status: 'misconfigured' }],
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
})

test('a message carries data alone, and no longer than it is of use', async () => {
  const { fcm, send } = await start()
  await send()
  expect(fcm.received[0]).toMatchObject({ method: 'POST', path: '/v1/projects/lots/messages:send' })
  const { message } = JSON.parse(fcm.received[0]?.body.toString() ?? '')
  expect(Object.keys(message).sort()).toEqual(['android', 'data', 'token', 'webpush'])
  expect(message.token).toBe('device-token')
  expect(message.webpush.headers).toEqual({ TTL: '3600', Urgency: 'high' })
  expect(message.android).toEqual({ ttl: '3600s', priority: 'high' })
  expect(PushPayload.parse(JSON.parse(message.data.payload))).toMatchObject({ title: 'Leica M6' })
})

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'
const refusal = (status: number, errorCode: string, ...others: object[]): Reply => ({
  status,
  body: JSON.stringify({ error: { code: status, status: 'X', details: [{ '@type': FCM_ERROR, errorCode }, ...others] } }),
})

describe("FCM's answer", () => {
  test.each<[string, Reply, object]>([
    ['UNREGISTERED', refusal(404, 'UNREGISTERED'), { status: 'dead', detail: 'UNREGISTERED' }],
    ['SENDER_ID_MISMATCH', refusal(403, 'SENDER_ID_MISMATCH'), { status: 'dead' }],
    ['INVALID_ARGUMENT about the token', refusal(400, 'INVALID_ARGUMENT'), { status: 'dead' }],
    [
      'INVALID_ARGUMENT about our message',
      refusal(400, 'INVALID_ARGUMENT', { '@type': BAD_REQUEST, fieldViolations: [{ field: 'message.data' }] }),
      { status: 'rejected' },
    ],
    ['QUOTA_EXCEEDED', refusal(429, 'QUOTA_EXCEEDED'), { status: 'throttled', detail: 'QUOTA_EXCEEDED' }],
    ['THIRD_PARTY_AUTH_ERROR', refusal(401, 'THIRD_PARTY_AUTH_ERROR'), { status: 'misconfigured' }],
    ['403 without a code', { status: 403, body: '{}' }, { status: 'misconfigured' }],
    ['404 without a code', { status: 404, body: 'not here' }, { status: 'rejected' }],
    ['INTERNAL', refusal(500, 'INTERNAL'), { status: 'retry' }],
    ['UNAVAILABLE', { status: 503, headers: { 'retry-after': '20' } }, { status: 'throttled', retryAfterMs: 20_000 }],
    ['none, cut off', 'cut', { status: 'retry' }],
    ['none, silence', 'silence', { status: 'retry', detail: 'timeout' }],
    ['200 whose body never ends', { status: 200, ending: 'never' }, { status: 'accepted' }],
  ])('%s', async (_, reply, expected) => {
    const { fcm, send } = await start()
    fcm.script.push(reply)
    expect(await send()).toMatchObject(expected)
  })
})

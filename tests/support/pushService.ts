import { createECDH, randomBytes } from 'node:crypto'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { json, type Received, type Reply, startProvider } from './providers.ts'

const DAY_SECONDS = 86_400
const MAX_BODY_BYTES = 4096
const URGENCIES = ['very-low', 'low', 'normal', 'high']

/** As a browser's subscription gives them: an uncompressed P-256 point and 16 random bytes. */
export function aBrowser() {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys().toString('base64url')
  const auth = randomBytes(16).toString('base64url')
  const read = (body: Buffer): unknown =>
    JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString())
  return { keys: { p256dh, auth }, read }
}

/**
 * A push service (RFC 8030) on loopback. It accepts requests signed for it (RFC 8292) with the key of its subscriptions and with
 * the required headers, and refuses others with Apple's reasons.
 */
export async function startPushService(applicationServerKey: string, now: () => Date) {
  const service = await startProvider((request) => judge(request))
  const refused = (status: number, reason: string): Reply => json(status, { reason })

  async function judge({ method, headers, body }: Received): Promise<Reply> {
    if (method !== 'POST') return refused(405, 'MethodNotAllowed')
    const [, token, key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
    if (!token) return refused(401, 'MissingAuthorization')
    if (key !== applicationServerKey) return refused(403, 'VapidPkHashMismatch')
    const claims = await verify(token, key)
    if (!claims || !/^(mailto:.+@.+\..+|https:\/\/.+)$/.test(String(claims.sub))) return refused(403, 'BadJwtToken')
    if (!/^\d+$/.test(String(headers.ttl))) return refused(400, 'BadTtl')
    if (headers.urgency !== undefined && !URGENCIES.includes(String(headers.urgency))) return refused(400, 'BadUrgency')
    if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(String(headers.topic))) return refused(400, 'BadWebPushTopic')
    if (headers['content-encoding'] !== 'aes128gcm') return refused(400, 'BadContentEncoding')
    if (body.length > MAX_BODY_BYTES) return refused(413, 'PayloadTooLarge')
    return { status: 201, headers: { location: `${service.url}/message/1` } }
  }

  async function verify(token: string, key: string) {
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const publicKey = await importJWK({ kty: 'EC', alg: 'ES256', crv: 'P-256', x, y } as object)
    const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'], audience: service.url }).catch(() => ({
      payload: undefined,
    }))
    // The library that signs takes the system's clock.
    const expiresIn = (payload?.exp ?? 0) - Math.max(now().getTime(), Date.now()) / 1000
    return payload && expiresIn <= DAY_SECONDS ? payload : undefined
  }

  return service
}

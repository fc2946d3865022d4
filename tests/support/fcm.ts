import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import * as z from 'zod'
import { json, type Received, type Reply, startProvider } from './providers.ts'

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PROJECT = 'lots'
const EMAIL = 'sender@lots.iam.example'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const ACCESS_SECONDS = 3600
const MAX_PAYLOAD_BYTES = 4096
const MAX_TTL_SECONDS = 2_419_200
const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'

/** Tokens with a defined fault; every other token belongs to a device. */
export const TOKENS = { device: 'a-device', gone: 'gone', foreign: 'of-another-project', malformed: 'not a token' }

const texts = z.record(z.string(), z.string())
const words = z.strictObject({ title: z.string(), body: z.string() })
const ttl = z
  .string()
  .regex(/^\d+$/)
  .refine((seconds) => Number(seconds) <= MAX_TTL_SECONDS)
/** The fields of `projects.messages` (FCM REST reference) that we use; unknown fields are refused, as by Google's parser. */
const Message = z.strictObject({
  token: z.string(),
  data: texts.optional(),
  webpush: z
    .strictObject({
      headers: z.strictObject({
        TTL: ttl.optional(),
        Urgency: z.enum(['very-low', 'low', 'normal', 'high']).optional(),
        Topic: z
          .string()
          .regex(/^[\w-]{1,32}$/)
          .optional(),
      }),
    })
    .optional(),
  android: z
    .strictObject({
      ttl: z
        .string()
        .regex(/^\d+s$/)
        .refine((text) => Number.parseInt(text, 10) <= MAX_TTL_SECONDS),
      priority: z.enum(['NORMAL', 'HIGH']),
      notification: words.extend({ tag: z.string() }).optional(),
    })
    .optional(),
  apns: z
    .strictObject({
      headers: z.strictObject({
        'apns-push-type': z.enum(['alert', 'background']),
        'apns-priority': z.enum(['5', '10']),
        'apns-expiration': z.string().regex(/^\d+$/),
        'apns-collapse-id': z.string().max(64),
      }),
      payload: z.strictObject({ aps: z.strictObject({ alert: words, sound: z.string() }) }),
    })
    .optional(),
})

/** An error as the REST API words it; `field`: the violation that a BadRequest names. */
export function refusal(status: number, errorCode: string, field?: string, message = 'Request contains an invalid argument.') {
  const details = [
    { '@type': FCM_ERROR, errorCode },
    ...(field === undefined ? [] : [{ '@type': BAD_REQUEST, fieldViolations: [{ field, description: 'Invalid value' }] }]),
  ]
  return json(status, { error: { code: status, message, status: errorCode, details } })
}

/**
 * Google's token endpoint and FCM's HTTP v1 API on loopback. The first takes an assertion that the service account has
 * signed for it, the second an access token that the first gave out and messages of the documented shape.
 */
export async function startFcm(now: () => Date) {
  const access = new Map<string, number>()
  const google = await startProvider((request) => grant(request))
  const fcm = await startProvider((request) => take(request))
  const seconds = () => Math.floor(now().getTime() / 1000)

  async function grant({ body, path, headers }: Received): Promise<Reply> {
    const form = new URLSearchParams(body.toString())
    if (path !== '/token' || headers['content-type'] !== 'application/x-www-form-urlencoded' || form.get('grant_type') !== GRANT)
      return json(400, { error: 'unsupported_grant_type' })
    try {
      const { payload } = await jwtVerify(form.get('assertion') ?? '', KEYS.publicKey, {
        algorithms: ['RS256'],
        issuer: EMAIL,
        audience: `${google.url}/token`,
        currentDate: now(),
        requiredClaims: ['iat', 'exp'],
      })
      if (payload.scope !== SCOPE || (payload.exp ?? 0) - (payload.iat ?? 0) > ACCESS_SECONDS) throw new Error('claims')
    } catch {
      return json(400, { error: 'invalid_grant' })
    }
    const token = `access-${access.size + 1}`
    access.set(token, seconds() + ACCESS_SECONDS)
    return json(200, { access_token: token, expires_in: ACCESS_SECONDS, token_type: 'Bearer' })
  }

  function take({ path, headers, body }: Received): Reply {
    if (path !== `/v1/projects/${PROJECT}/messages:send`) return { status: 404, body: '<html>' }
    const until = access.get(headers.authorization?.replace('Bearer ', '') ?? '')
    if (until === undefined || until <= seconds()) return json(401, { error: { code: 401, status: 'UNAUTHENTICATED' } })
    const parsed = z.strictObject({ message: Message }).safeParse(JSON.parse(body.toString()))
    if (!parsed.success) return refusal(400, 'INVALID_ARGUMENT', parsed.error.issues[0]?.path.join('.') ?? 'message')
    const { token, data, android } = parsed.data.message
    // As the real one: too much is refused with no details at all.
    const size = Buffer.byteLength(JSON.stringify([data, android?.notification]))
    if (size > MAX_PAYLOAD_BYTES)
      return json(400, { error: { code: 400, message: 'Message too big', status: 'INVALID_ARGUMENT' } })
    if (token === TOKENS.malformed)
      return refusal(400, 'INVALID_ARGUMENT', undefined, 'The registration token is not a valid FCM registration token')
    if (token === TOKENS.foreign) return refusal(403, 'SENDER_ID_MISMATCH')
    if (token === TOKENS.gone) return refusal(404, 'UNREGISTERED')
    return json(200, { name: `projects/${PROJECT}/messages/1` })
  }

  const serviceAccount = JSON.stringify({
    type: 'service_account',
    project_id: PROJECT,
    client_email: EMAIL,
    private_key: KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: `${google.url}/token`,
  })
  return { google, fcm, serviceAccount, hosts: [google, fcm].map(({ url }) => new URL(url).host) }
}

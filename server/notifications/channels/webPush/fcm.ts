import * as z from 'zod'
import { SECOND_MS } from '../../../../contract/time.ts'
import type { Outbound } from '../../../outbound/fetch.ts'
import { createGoogleAccess } from '../../../outbound/googleAccess.ts'
import { jsonOf } from '../../../outbound/json.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { ServiceAccount } from '../../../settings.ts'
import type { Message, SendResult } from '../channel.ts'
import { resultOfError, resultOfStatus } from '../outcome.ts'
import { pushBody, pushPayload, topicOf, ttlSeconds } from './message.ts'
import type { FcmTarget } from './target.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const DEADLINE_MS = 15_000
const MAX_ANSWER_BYTES = 16_384
/** The pause after a 429 that names none ("Scale FCM": one minute, then more). */
const QUOTA_PAUSE_MS = 60_000

const ErrorAnswer = z.object({
  error: z.object({
    message: z.string().optional(),
    details: z
      .array(
        z.object({
          '@type': z.string().optional(),
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
        }),
      )
      .optional(),
  }),
})

export type FcmDependencies = {
  outbound: Outbound
  clock: Clock
  url: string
  serviceAccount: string
  privateHosts: readonly string[]
}
export type FcmSend = (target: FcmTarget, message: Message) => Promise<SendResult>

/**
 * Sends through FCM's HTTP v1 API. Browsers get data messages only, because the worker shows the notification. The mobile shell
 * may not be running, so its messages contain a notification for the system to show.
 * @throws Error when the service account's JSON is invalid
 */
export function createFcm(deps: FcmDependencies): FcmSend {
  const { project_id: projectId } = ServiceAccount.parse(JSON.parse(deps.serviceAccount))
  const { outbound, clock } = deps
  const access = createGoogleAccess({ ...deps, scope: SCOPE })

  async function authorise(): Promise<string | SendResult> {
    const token = await access.token()
    if (typeof token === 'string') return token
    if (token.status >= 500 || token.status === 429) return resultOfStatus(token)
    return { status: 'misconfigured', detail: 'the service account was refused' }
  }

  return async (target, message) => {
    try {
      const bearer = await authorise()
      if (typeof bearer !== 'string') return bearer
      const response = await outbound.fetch(`${deps.url}/v1/projects/${encodeURIComponent(projectId)}/messages:send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ message: fcmMessage(target, message, clock.now()) }),
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_ANSWER_BYTES,
        overCap: 'cut',
        privateHosts: deps.privateHosts,
      })
      if (response.status === 401) access.forget()
      return classify(response.status, jsonOf(response.body), response.retryAfterMs)
    } catch (error) {
      return resultOfError(error)
    }
  }
}

/** The `Message` of FCM's REST reference. */
function fcmMessage({ token, kind }: FcmTarget, message: Message, now: Date): object {
  const payload = pushPayload(message, now)
  const ttl = ttlSeconds(message, now)
  const topic = topicOf(message)
  const common = { token, data: { payload: pushBody(payload) } }
  if (kind === 'fcm') return { ...common, webpush: { headers: { TTL: String(ttl), Urgency: 'high', Topic: topic } } }
  const { title, body } = payload
  const tag = payload.deliveryId ?? payload.kind
  return {
    ...common,
    // No collapse key: a device keeps only four of them, and a fifth would displace another auction's alert.
    android: { ttl: `${ttl}s`, priority: 'HIGH', notification: { title, body, tag } },
    apns: {
      headers: {
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-expiration': String(Math.floor(now.getTime() / SECOND_MS) + ttl),
        'apns-collapse-id': topic,
      },
      payload: { aps: { alert: { title, body }, sound: 'default' } },
    },
  }
}

/**
 * By Firebase's "FCM error codes". A token is dead on UNREGISTERED, or when it is the invalid argument. SENDER_ID_MISMATCH does
 * not make it dead: with a wrong service account every token would mismatch.
 */
function classify(status: number, body: unknown, retryAfterMs: number | undefined): SendResult {
  const { message = '', details = [] } = ErrorAnswer.safeParse(body).data?.error ?? {}
  const code = details.find((detail) => detail['@type']?.endsWith('fcm.v1.FcmError'))?.errorCode
  if (code === 'UNREGISTERED') return { status: 'dead', detail: code }
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
  const isTokenBad = fields.includes('message.token') || (fields.length === 0 && /registration token/i.test(message))
  if (code === 'INVALID_ARGUMENT' && isTokenBad) return { status: 'dead', detail: code }
  const pauseMs = retryAfterMs ?? (status === 429 ? QUOTA_PAUSE_MS : undefined)
  const result = resultOfStatus({ status, ...(pauseMs === undefined ? {} : { retryAfterMs: pauseMs }) })
  return code ? { ...result, detail: code } : result
}

import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Outbound } from '../../outbound/fetch.ts'
import { jsonOf } from '../../outbound/json.ts'
import { ServiceAccount } from '../../settings.ts'
import { pushBody, pushPayload } from '../messages/push.ts'
import type { Message, SendResult } from '../sender.ts'
import { resultOfError, resultOfStatus } from './outcome.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_SECONDS = 3600
/** Renewed this long before it ends, so that no send carries one that dies on the way. */
const RENEW_BEFORE_MS = 300_000
const DEADLINE_MS = 15_000
const MAX_ANSWER_BYTES = 16_384
const MAX_TTL_SECONDS = 2_419_200

const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })
const ErrorAnswer = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.object({ '@type': z.string().optional(), errorCode: z.string().optional() })).optional(),
  }),
})

export type FcmParts = { outbound: Outbound; clock: Clock; url: string; serviceAccount: string; privateHosts: readonly string[] }
export type FcmSend = (token: string, message: Message) => Promise<SendResult>

/**
 * Sends by FCM's HTTP v1 API, data messages alone (the worker shows the notification itself).
 * @throws Error when the service account's JSON is not one
 */
export function createFcm(parts: FcmParts): FcmSend {
  const account = ServiceAccount.parse(JSON.parse(parts.serviceAccount))
  const { outbound, clock } = parts
  let access: { token: string; until: number } | undefined
  let renewing: Promise<string | SendResult> | undefined

  async function authorise(): Promise<string | SendResult> {
    if (access && access.until - RENEW_BEFORE_MS > clock.now().getTime()) return access.token
    // One request for all sends that wait for it.
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  async function renew(): Promise<string | SendResult> {
    const now = clock.now().getTime()
    const issuedAt = Math.floor(now / 1000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ASSERTION_SECONDS)
      .sign(await importPKCS8(account.private_key, 'RS256'))
    const response = await outbound.fetch(account.token_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
      privateHosts: parts.privateHosts,
    })
    if (response.status >= 500 || response.status === 429) return resultOfStatus(response)
    const answer = TokenAnswer.safeParse(jsonOf(response.body))
    if (response.status !== 200 || !answer.success) return { status: 'misconfigured', detail: 'the service account was refused' }
    access = { token: answer.data.access_token, until: now + answer.data.expires_in * 1000 }
    return access.token
  }

  return async (token, message) => {
    try {
      const bearer = await authorise()
      if (typeof bearer !== 'string') return bearer
      const now = clock.now()
      const ttl = Math.min(Math.max(Math.floor((message.expiresAt.getTime() - now.getTime()) / 1000), 0), MAX_TTL_SECONDS)
      const response = await outbound.fetch(`${parts.url}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify({
          message: {
            token,
            data: { payload: pushBody(pushPayload(message, now)) },
            webpush: { headers: { TTL: String(ttl), Urgency: 'high' } },
            android: { ttl: `${ttl}s`, priority: 'high' },
          },
        }),
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_ANSWER_BYTES,
        overCap: 'cut',
        privateHosts: parts.privateHosts,
      })
      if (response.status === 401) access = undefined
      return classify(response.status, jsonOf(response.body), response.retryAfterMs)
    } catch (error) {
      return resultOfError(error)
    }
  }
}

/** By Firebase's "FCM error codes": a token is dead on UNREGISTERED alone, or when it belongs to another project. */
function classify(status: number, body: unknown, retryAfterMs: number | undefined): SendResult {
  const parsed = ErrorAnswer.safeParse(body)
  const details = parsed.success ? (parsed.data.error.details ?? []) : []
  const code = details.find((detail) => detail['@type']?.endsWith('fcm.v1.FcmError'))?.errorCode
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { status: 'dead', detail: code }
  if (status === 400 && code === 'INVALID_ARGUMENT' && !details.some((detail) => detail['@type']?.endsWith('BadRequest'))) {
    return { status: 'dead', detail: code }
  }
  const result = resultOfStatus({ status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
  return code ? { ...result, detail: code } : result
}

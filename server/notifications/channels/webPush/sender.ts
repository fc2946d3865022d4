import webpush from 'web-push'
import * as z from 'zod'
import type { Outbound } from '../../../outbound/fetch.ts'
import { jsonOf } from '../../../outbound/json.ts'
import { validatePushEndpoint } from '../../../outbound/validateUrl.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Message, SendResult } from '../channel.ts'
import { resultOfError, resultOfStatus } from '../outcome.ts'
import { DECLARATIVE_TYPE, declarativeBody, pushBody, pushPayload, topicOf, ttlSeconds } from './message.ts'
import type { WebPushTarget } from './target.ts'
import type { VapidKeys } from './vapid.ts'

const DEADLINE_MS = 15_000
const MAX_ANSWER_BYTES = 16_384

export type WebPushDependencies = {
  outbound: Outbound
  vapid: VapidKeys
  clock: Clock
  /** Origins of push services in addition to the known ones. */
  origins: readonly string[]
}

/** Safari's push service. Only Safari shows a notification without a worker. */
const isApple = (endpoint: string) => new URL(endpoint).hostname.endsWith('.push.apple.com')

/** The reason for a refusal, as Apple and others send it: `{"reason": "BadJwtToken"}`. */
const Refusal = z.object({ reason: z.string().regex(/^\w{1,60}$/) })

/** Sends with the Web Push protocol (RFC 8030, encrypted by RFC 8291, signed by RFC 8292). */
export async function sendWebPush(deps: WebPushDependencies, target: WebPushTarget, message: Message): Promise<SendResult> {
  const { outbound, vapid, clock, origins } = deps
  // Validated at registration and again now: the list of push services may have changed.
  const validated = validatePushEndpoint(target.subscription.endpoint, { operatorOrigins: origins })
  if (validated.verdict === 'refused') return { status: 'dead', detail: 'not a known push service', isLocal: true }
  const now = clock.now()
  const request = encrypt(target, message, vapid, now)
  if (!request) return { status: 'dead', detail: "the subscription's keys are invalid", isLocal: true }
  try {
    const response = await outbound.fetch(validated.value, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
      overCap: 'cut',
      privateHosts: origins.map((origin) => new URL(origin).host),
    })
    if (response.status === 404 || response.status === 410) return { status: 'dead', detail: `status ${response.status}` }
    const result = resultOfStatus(response)
    const { data: refusal } = Refusal.safeParse(jsonOf(response.body))
    return refusal && result.status !== 'accepted' ? { ...result, detail: `${result.detail} ${refusal.reason}` } : result
  } catch (error) {
    return resultOfError(error)
  }
}

function encrypt({ subscription: { endpoint, keys } }: WebPushTarget, message: Message, vapid: VapidKeys, now: Date) {
  const payload = pushPayload(message, now)
  const declarative = isApple(endpoint)
  const content = declarative ? declarativeBody(payload, message.publicUrl) : pushBody(payload)
  try {
    const { headers, body } = webpush.generateRequestDetails({ endpoint, keys }, content, {
      vapidDetails: vapid,
      TTL: ttlSeconds(message, now),
      urgency: 'high',
      topic: topicOf(message),
      contentEncoding: 'aes128gcm',
    })
    if (declarative) headers['Content-Type'] = DECLARATIVE_TYPE
    return { headers: headers as Record<string, string>, body: new Uint8Array(body ?? Buffer.alloc(0)) }
  } catch {
    return undefined
  }
}

import { createHash } from 'node:crypto'
import webpush from 'web-push'
import type { Clock } from '../../clock.ts'
import type { Outbound } from '../../outbound/fetch.ts'
import { judgePushEndpoint } from '../../outbound/judgeUrl.ts'
import { pushBody, pushPayload } from '../messages/push.ts'
import type { Message, SendResult, Target } from '../sender.ts'
import type { VapidKeys } from '../vapid.ts'
import { resultOfError, resultOfStatus } from './outcome.ts'

type WebPushTarget = Extract<Target, { kind: 'webPush' }>

const DEADLINE_MS = 15_000
const MAX_ANSWER_BYTES = 16_384
/** Four weeks: the most that push services keep (RFC 8030 leaves it to them; FCM and Mozilla name this). */
const MAX_TTL_SECONDS = 2_419_200
const TOPIC_LENGTH = 32

export type WebPushParts = {
  outbound: Outbound
  vapid: VapidKeys
  clock: Clock
  /** Origins of push services beside the browsers' own. */
  origins: readonly string[]
}

/** Sends by the Web Push protocol (RFC 8030, encrypted by RFC 8291, signed by RFC 8292). */
export async function sendWebPush(parts: WebPushParts, target: WebPushTarget, message: Message): Promise<SendResult> {
  const { outbound, vapid, clock, origins } = parts
  // Judged when it was registered, and again now: the list may have changed since.
  const judged = judgePushEndpoint(target.subscription.endpoint, { operatorOrigins: origins })
  if (judged.verdict === 'refused') return { status: 'dead', detail: 'not a known push service' }
  const now = clock.now()
  const request = encrypt(target, message, vapid, now)
  if (!request) return { status: 'dead', detail: 'the keys of the registration are not valid' }
  try {
    const response = await outbound.fetch(judged.value, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
      overCap: 'cut',
      privateHosts: origins.map((origin) => new URL(origin).host),
    })
    if (response.status === 404 || response.status === 410) return { status: 'dead', detail: `status ${response.status}` }
    return resultOfStatus(response)
  } catch (error) {
    return resultOfError(error)
  }
}

function encrypt({ subscription: { endpoint, keys } }: WebPushTarget, message: Message, vapid: VapidKeys, now: Date) {
  const ttl = Math.floor((message.expiresAt.getTime() - now.getTime()) / 1000)
  try {
    const { headers, body } = webpush.generateRequestDetails({ endpoint, keys }, pushBody(pushPayload(message, now)), {
      vapidDetails: vapid,
      TTL: Math.min(Math.max(ttl, 0), MAX_TTL_SECONDS),
      urgency: 'high',
      topic: topicOf(message),
      contentEncoding: 'aes128gcm',
    })
    return { headers: headers as Record<string, string>, body: new Uint8Array(body ?? Buffer.alloc(0)) }
  } catch {
    return undefined
  }
}

/** While a device is away, only the newest push of a kind about an auction is kept for it. */
function topicOf({ alerts }: Message): string {
  const alert = alerts[0]
  return createHash('sha256')
    .update(alert ? `${alert.match.id} ${alert.kind}` : 'test')
    .digest('base64url')
    .slice(0, TOPIC_LENGTH)
}

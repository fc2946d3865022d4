import { randomUUID } from 'node:crypto'
import type { Outbound, OutboundResponse } from '../../../outbound/fetch.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Message, SendResult } from '../channel.ts'
import { resultOfError } from '../outcome.ts'
import { webhookBody } from './message.ts'
import { signedHeaders } from './signature.ts'

/** `previous`: the secret before this one, which also signs until `until`. */
export type WebhookTarget = {
  channel: 'webhook'
  url: string
  secret: string
  previous?: { secret: string; until: Date }
}

/** Standard Webhooks, "Operational considerations": 15 to 30 seconds. */
const DEADLINE_MS = 15_000
const MAX_ANSWER_BYTES = 16_384

export type WebhookDependencies = {
  outbound: Outbound
  clock: Clock
  /** Private hosts on the operator's network that may be called. */
  privateHosts: readonly string[]
}

/** Calls a user's own webhook by the Standard Webhooks specification. Redirects are not followed. */
export function createWebhookSender({ outbound, clock, privateHosts }: WebhookDependencies): {
  send(target: WebhookTarget, message: Message): Promise<SendResult>
} {
  return {
    async send({ url, secret, previous }, message) {
      const now = clock.now()
      const id = message.alerts[0]?.deliveryId ?? randomUUID()
      const body = webhookBody(message, now)
      const secrets = previous && previous.until > now ? [secret, previous.secret] : [secret]
      try {
        const response = await outbound.fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...signedHeaders(id, now, body, secrets) },
          body,
          deadlineMs: DEADLINE_MS,
          maxBytes: MAX_ANSWER_BYTES,
          overCap: 'cut',
          privateHosts,
        })
        return classify(response)
      } catch (error) {
        return resultOfError(error)
      }
    },
  }
}

const OVERLOADED: readonly number[] = [429, 502, 503, 504]

/**
 * Only 410 makes a target dead; every other failure is retried. A receiver that is being redeployed may answer 404 or 401 for a
 * while (Standard Webhooks, "Status codes").
 */
function classify({ status, retryAfterMs }: OutboundResponse): SendResult {
  const detail = `status ${status}`
  if (status >= 200 && status < 300) return { status: 'accepted', detail }
  if (status === 410) return { status: 'dead', detail }
  const pause = retryAfterMs === undefined ? {} : { retryAfterMs }
  return { status: OVERLOADED.includes(status) ? 'throttled' : 'retry', detail, ...pause }
}

import * as z from 'zod'
import { HOUR_MS, SECOND_MS } from '../../../../contract/time.ts'
import type { Outbound, OutboundResponse } from '../../../outbound/fetch.ts'
import { jsonOf } from '../../../outbound/json.ts'
import type { Message, SendResult } from '../channel.ts'
import { resultOfError, resultOfStatus } from '../outcome.ts'
import { ntfyBody } from './message.ts'

/** `server`: its origin; `token`: an access token, for topics that are not open to all. */
export type NtfyTarget = { channel: 'ntfy'; server: string; topic: string; token?: string }

export type NtfyDependencies = {
  outbound: Outbound
  /** Private hosts on the operator's network that may be called. */
  privateHosts: readonly string[]
}

const DEADLINE_MS = 10_000
const MAX_ANSWER_BYTES = 16_384

/** A refusal by ntfy itself carries one of its codes (errors.go of binwiederhier/ntfy). */
const Refusal = z.object({ code: z.int() })
const DAILY_QUOTA_USED_UP = 42_908

/** Until a used-up request limit grants another request, as servers are set by default ("Limitations"). */
const REFILL_MS = 5 * SECOND_MS
/** The quota of a day is renewed at midnight UTC; paid accounts also at other times. */
const QUOTA_PAUSE_MS = HOUR_MS

/** Publishes to a topic (docs.ntfy.sh/publish, "Publish as JSON" and "Access tokens"). Redirects are not followed. */
export function createNtfySender({ outbound, privateHosts }: NtfyDependencies): {
  send(target: NtfyTarget, message: Message): Promise<SendResult>
} {
  return {
    async send({ server, topic, token }, message) {
      try {
        const response = await outbound.fetch(`${server}/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
          body: JSON.stringify(ntfyBody(message, topic)),
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

/**
 * Token and server are the user's: a refused token or a server without ntfy makes the target dead, and only its user can repair
 * it. A 507 and all other 5xx are retried.
 */
function classify(response: OutboundResponse): SendResult {
  const { status } = response
  const code = Refusal.safeParse(jsonOf(response.body)).data?.code
  const detail = `status ${status}${code ? ` (${code})` : ''}`
  if (status === 401 || status === 403) return { status: 'dead', detail: `${detail}, access refused` }
  if (status === 404) return { status: 'dead', detail: `${detail}, no ntfy server` }
  if (status === 429) return { status: 'throttled', detail, retryAfterMs: pauseMs(response, code) }
  return { ...resultOfStatus(response), detail }
}

const pauseMs = ({ retryAfterMs }: OutboundResponse, code: number | undefined) =>
  retryAfterMs ?? (code === DAILY_QUOTA_USED_UP ? QUOTA_PAUSE_MS : REFILL_MS)

import * as z from 'zod'
import { SECOND_MS } from '../../../../contract/time.ts'
import { MAX_RETRY_AFTER_MS } from '../../../limits.ts'
import type { Outbound } from '../../../outbound/fetch.ts'
import { jsonOf } from '../../../outbound/json.ts'

const DEADLINE_MS = 10_000
const MAX_ANSWER_BYTES = 16_384

/** Every answer's envelope (Bot API, "Making requests", https://core.telegram.org/bots/api#making-requests). */
const Envelope = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional(),
  parameters: z
    .object({ retry_after: z.number().nonnegative().optional(), migrate_to_chat_id: z.int().optional() })
    .optional()
    .catch(undefined),
})

/** What the descriptions of errors contain. No other text of an answer is passed on: it could quote the token. */
const REASONS = [
  'bot was blocked by the user',
  'user is deactivated',
  'bot was kicked',
  "bot can't initiate conversation",
  'chat not found',
  'upgraded to a supergroup',
  "can't parse entities",
  'message is too long',
  'caption is too long',
  'failed to get HTTP URL content',
  'wrong file identifier/HTTP URL specified',
  'wrong type of the web page content',
  'button URL',
  'webhook is active',
  'terminated by other getUpdates request',
] as const
export type Reason = (typeof REASONS)[number]

/**
 * An answer of the Bot API. `isFromBot`: false for one of a proxy, which has no envelope. `isCut`: it was larger than the
 * caller accepts.
 */
export type BotAnswer = {
  status: number
  isFromBot: boolean
  result: unknown
  reason?: Reason
  retryAfterMs?: number
  migratedTo?: number
  isCut: boolean
  body: Uint8Array
}

export type BotRequest = { deadlineMs?: number; maxBytes?: number; signal?: AbortSignal }

/** The Bot API of one bot. */
export type Bot = {
  /** The bot's number, which its token begins with. */
  id: number
  /** @throws OutboundError, which does not name the URL: the token is part of it */
  call(method: string, body: object, request?: BotRequest): Promise<BotAnswer>
}

export type BotDependencies = { outbound: Outbound; url: string; token: string }

/** A client of the Bot API at `url`: Telegram's own, or a server of the operator. */
export function createBot({ outbound, url, token }: BotDependencies): Bot {
  const privateHosts = [new URL(url).host]
  return {
    id: Number(token.slice(0, token.indexOf(':'))),
    async call(method, body, { deadlineMs = DEADLINE_MS, maxBytes = MAX_ANSWER_BYTES, signal } = {}) {
      const response = await outbound.fetch(`${url}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        deadlineMs,
        maxBytes,
        overCap: 'cut',
        privateHosts,
        ...(signal ? { signal } : {}),
      })
      const envelope = Envelope.safeParse(jsonOf(response.body)).data
      const { description = '', parameters } = envelope ?? {}
      const reason = REASONS.find((known) => description.includes(known))
      const retryAfterMs = parameters?.retry_after === undefined ? response.retryAfterMs : parameters.retry_after * SECOND_MS
      return {
        status: response.status,
        isFromBot: envelope !== undefined,
        result: envelope?.ok ? envelope.result : undefined,
        ...(reason ? { reason } : {}),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs: Math.min(Math.ceil(retryAfterMs), MAX_RETRY_AFTER_MS) }),
        ...(parameters?.migrate_to_chat_id === undefined ? {} : { migratedTo: parameters.migrate_to_chat_id }),
        isCut: response.body.length >= maxBytes,
        body: response.body,
      }
    },
  }
}

import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Outbound, OutboundResponse } from '../../outbound/fetch.ts'
import { jsonOf } from '../../outbound/json.ts'
import { judgeDiscordWebhook } from '../../outbound/judgeUrl.ts'
import { discordBody } from '../messages/discord.ts'
import type { Sender, SendResult } from '../sender.ts'
import { resultOfError, resultOfStatus } from './outcome.ts'

const DEADLINE_MS = 10_000
const MAX_ANSWER_BYTES = 16_384
/** A bucket that is empty for no longer than this is waited for; for more the delivery is planned anew. */
const MAX_WAIT_MS = 3000
/** Timers may fire a moment early. */
const TIMER_SLACK_MS = 5
/** Of webhooks that have fallen silent; the map must not grow with every webhook there ever was. */
const MAX_BUCKETS = 10_000

const RateLimited = z.object({ retry_after: z.number().nonnegative(), global: z.boolean().optional() })

export type DiscordParts = { outbound: Outbound; clock: Clock; url: string; privateHosts: readonly string[] }

/**
 * Sends by Discord's Execute Webhook. Its rate limits are not known beforehand: each answer's headers say when the
 * webhook's bucket is full again, and no call is made before (Discord API reference, "Rate limits").
 */
export function createDiscordSender({ outbound, clock, url, privateHosts }: DiscordParts): Sender<'discord'> {
  const blockedUntil = new Map<string, number>()
  const GLOBAL = 'global'

  const now = () => clock.now().getTime()
  const block = (bucket: string, ms: number) => {
    if (blockedUntil.size >= MAX_BUCKETS) {
      for (const [old, until] of blockedUntil) if (until <= now()) blockedUntil.delete(old)
    }
    blockedUntil.set(bucket, now() + ms)
  }
  const blockedMs = (bucket: string) => Math.max(blockedUntil.get(GLOBAL) ?? 0, blockedUntil.get(bucket) ?? 0) - now()

  return {
    async send(target, message) {
      const judged = judgeDiscordWebhook(target.webhookUrl)
      if (judged.verdict === 'refused') return { status: 'dead', detail: 'not a Discord webhook' }
      const { id, token } = judged.value
      const waitMs = blockedMs(id)
      if (waitMs > 0 && waitMs <= MAX_WAIT_MS) await new Promise((proceed) => setTimeout(proceed, waitMs + TIMER_SLACK_MS))
      // Looked at again after the wait: another answer may have closed the bucket meanwhile.
      const retryAfterMs = blockedMs(id)
      if (retryAfterMs > 0) return { status: 'throttled', detail: 'the rate limit is reached', retryAfterMs }
      try {
        const response = await outbound.fetch(`${url}/api/webhooks/${id}/${token}?wait=true`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(discordBody(message, target.format)),
          deadlineMs: DEADLINE_MS,
          maxBytes: MAX_ANSWER_BYTES,
          overCap: 'cut',
          privateHosts,
        })
        const resetAfterMs = Number(response.header('x-ratelimit-reset-after')) * 1000
        if (response.header('x-ratelimit-remaining') === '0' && resetAfterMs > 0) block(id, resetAfterMs)
        const result = classify(response)
        if (result.status === 'throttled') {
          block(isGlobal(response) ? GLOBAL : id, result.retryAfterMs ?? MAX_WAIT_MS)
        }
        return result
      } catch (error) {
        return resultOfError(error)
      }
    },
  }
}

/** A webhook that answers 404, 401 or 403 is never called again: repeats lead to a ban of the caller's address. */
function classify(response: OutboundResponse): SendResult {
  if ([401, 403, 404].includes(response.status)) return { status: 'dead', detail: `status ${response.status}` }
  if (response.status !== 429) return resultOfStatus(response)
  const body = rateLimitOf(response)
  const retryAfterMs = body.success ? Math.ceil(body.data.retry_after * 1000) : response.retryAfterMs
  return { status: 'throttled', detail: 'status 429', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

const rateLimitOf = (response: OutboundResponse) => RateLimited.safeParse(jsonOf(response.body))

/** Said in a header by Discord itself, in the body by what stands before it. */
const isGlobal = (response: OutboundResponse) =>
  response.header('x-ratelimit-global') === 'true' || rateLimitOf(response).data?.global === true

import * as z from 'zod'
import { MINUTE_MS, SECOND_MS } from '../../../../contract/time.ts'
import { MAX_RETRY_AFTER_MS } from '../../../limits.ts'
import type { OutboundResponse } from '../../../outbound/fetch.ts'
import { jsonOf } from '../../../outbound/json.ts'
import type { Clock } from '../../../runtime/clock.ts'

/** All webhooks together; Discord accepts 50 a second from one address. */
const MAX_CALLS_PER_SECOND = 40
/** Invalid requests after which all calls pause. Discord bans an address after 10,000 in ten minutes. */
const MAX_INVALID = 5000
/** The second half is reserved for webhooks that Discord accepted before, so that made-up ones cannot use up all. */
const MAX_INVALID_UNPROVEN = MAX_INVALID / 2
const INVALID_WINDOW_MINUTES = 10
/** The pause after a 429 that names none. */
const DEFAULT_PAUSE_MS = 10 * SECOND_MS
/** Limits the map: finished pauses are removed beyond this. */
const MAX_BUCKETS = 10_000
const ALL = 'all webhooks'
const UNPROVEN = 'webhooks that were never accepted'

const RateLimited = z.object({ retry_after: z.number().nonnegative(), global: z.boolean().optional() })

export type DiscordLimits = {
  /** Milliseconds until this webhook may be called; 0 when it may be now. */
  delayMs(webhookId: string): number
  noteCall(): void
  noteAnswer(webhookId: string, response: OutboundResponse): void
}

/**
 * Observes Discord's rate limits before they are exceeded (API reference, "Rate Limits"). They are not published: each answer
 * says how much of its webhook's bucket is left and when the bucket resets.
 */
export function createDiscordLimits(clock: Clock): DiscordLimits {
  const restUntil = new Map<string, number>()
  /** Invalid requests, by minute. */
  const invalid = new Map<number, number>()
  /** Webhooks that accepted a message, in order of the last time. */
  const proven = new Set<string>()
  let second = { number: 0, calls: 0 }
  const now = () => clock.now().getTime()

  function rest(bucket: string, ms: number): void {
    if (restUntil.size >= MAX_BUCKETS) {
      for (const [old, until] of restUntil) if (until <= now()) restUntil.delete(old)
    }
    restUntil.set(bucket, Math.max(restUntil.get(bucket) ?? 0, now() + Math.min(ms, MAX_RETRY_AFTER_MS)))
  }

  function noteInvalid(): void {
    const minute = Math.floor(now() / MINUTE_MS)
    invalid.set(minute, (invalid.get(minute) ?? 0) + 1)
    for (const old of invalid.keys()) if (old <= minute - INVALID_WINDOW_MINUTES) invalid.delete(old)
    const delayMs = (Math.min(...invalid.keys()) + INVALID_WINDOW_MINUTES) * MINUTE_MS - now()
    const total = countInvalid()
    if (total >= MAX_INVALID) rest(ALL, delayMs)
    if (total >= MAX_INVALID_UNPROVEN) rest(UNPROVEN, delayMs)
  }

  const countInvalid = () => [...invalid.values()].reduce((sum, count) => sum + count, 0)

  function noteAccepted(webhookId: string): void {
    proven.delete(webhookId)
    const [oldest] = proven
    if (proven.size >= MAX_BUCKETS && oldest !== undefined) proven.delete(oldest)
    proven.add(webhookId)
  }

  return {
    delayMs(webhookId) {
      const number = Math.floor(now() / SECOND_MS)
      const secondMs = second.number === number && second.calls >= MAX_CALLS_PER_SECOND ? (number + 1) * SECOND_MS - now() : 0
      const buckets = proven.has(webhookId) ? [ALL, webhookId] : [ALL, UNPROVEN, webhookId]
      const bucketMs = Math.max(...buckets.map((bucket) => restUntil.get(bucket) ?? 0)) - now()
      return Math.max(bucketMs, secondMs, 0)
    },
    noteCall() {
      const number = Math.floor(now() / SECOND_MS)
      second = { number, calls: second.number === number ? second.calls + 1 : 1 }
    },
    noteAnswer(webhookId, response) {
      if (response.status >= 200 && response.status < 300) noteAccepted(webhookId)
      const resetAfterMs = Number(response.header('x-ratelimit-reset-after')) * SECOND_MS
      if (response.header('x-ratelimit-remaining') === '0' && resetAfterMs > 0) rest(webhookId, resetAfterMs)
      const isRateLimited = response.status === 429
      // A limit shared with other callers does not count as an invalid request.
      const isShared = response.header('x-ratelimit-scope') === 'shared'
      if ([401, 403].includes(response.status) || (isRateLimited && !isShared)) noteInvalid()
      if (isRateLimited) rest(isGlobal(response) ? ALL : webhookId, retryAfterMs(response))
    },
  }
}

const bodyOf = (response: OutboundResponse) => RateLimited.safeParse(jsonOf(response.body)).data

/** The pause that a 429 asks for: in milliseconds in its body, in whole seconds in its header. */
export function retryAfterMs(response: OutboundResponse): number {
  const body = bodyOf(response)
  const asked = body ? Math.ceil(body.retry_after * SECOND_MS) : (response.retryAfterMs ?? DEFAULT_PAUSE_MS)
  return Math.min(asked, MAX_RETRY_AFTER_MS)
}

/**
 * Discord says so in a header or in the body. An answer without Discord's body comes from a proxy before it and concerns our
 * address.
 */
function isGlobal(response: OutboundResponse): boolean {
  const body = bodyOf(response)
  return response.header('x-ratelimit-global') === 'true' || body?.global === true || body === undefined
}

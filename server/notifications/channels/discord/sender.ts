import * as z from 'zod'
import type { NotificationSettings } from '../../../../contract/notifications.ts'
import type { Outbound, OutboundResponse } from '../../../outbound/fetch.ts'
import { jsonOf } from '../../../outbound/json.ts'
import { type DiscordWebhook, validateDiscordWebhook } from '../../../outbound/validateUrl.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Message, SendResult } from '../channel.ts'
import { resultOfError, resultOfStatus } from '../outcome.ts'
import { createDiscordLimits, retryAfterMs } from './limits.ts'
import { discordBody } from './message.ts'

const DEADLINE_MS = 10_000
const MAX_ANSWER_BYTES = 16_384

/**
 * A refusal by Discord itself carries one of its codes (API reference, "JSON Error Codes"). `errors` names the invalid fields.
 */
const Refusal = z.object({ code: z.int(), errors: z.optional(z.unknown()) })

export type DiscordTarget = { channel: 'discord'; webhookUrl: string; format: NotificationSettings['discord']['format'] }
export type DiscordDependencies = { outbound: Outbound; clock: Clock; url: string; privateHosts: readonly string[] }

/** Sends by Discord's Execute Webhook, within its rate limits. */
export function createDiscordSender({ outbound, clock, url, privateHosts }: DiscordDependencies): {
  send(target: DiscordTarget, message: Message): Promise<SendResult>
  delayMs(target: DiscordTarget): number
} {
  const limits = createDiscordLimits(clock)

  async function call({ id, token }: DiscordWebhook, body: object): Promise<OutboundResponse> {
    limits.noteCall()
    const response = await outbound.fetch(`${url}/api/webhooks/${id}/${token}?wait=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
      overCap: 'cut',
      privateHosts,
    })
    limits.noteAnswer(id, response)
    return response
  }

  async function send(webhook: DiscordWebhook, message: Message, { format }: DiscordTarget): Promise<OutboundResponse> {
    const response = await call(webhook, discordBody(message, format))
    if (response.status !== 400 || !isPictureRefused(response) || limits.delayMs(webhook.id) > 0) return response
    return call(webhook, discordBody(message, format, { pictures: false }))
  }

  return {
    delayMs(target) {
      const validated = validateDiscordWebhook(target.webhookUrl)
      return validated.verdict === 'ok' ? limits.delayMs(validated.value.id) : 0
    },
    async send(target, message) {
      const validated = validateDiscordWebhook(target.webhookUrl)
      if (validated.verdict === 'refused') return { status: 'dead', detail: 'not a Discord webhook', isLocal: true }
      const delayMs = limits.delayMs(validated.value.id)
      if (delayMs > 0) return { status: 'throttled', detail: 'the rate limit is reached', retryAfterMs: delayMs, isLocal: true }
      try {
        return classify(await send(validated.value, message, target))
      } catch (error) {
        return resultOfError(error)
      }
    },
  }
}

const refusalOf = (response: OutboundResponse) => Refusal.safeParse(jsonOf(response.body)).data

/** A picture URL that Discord rejects must not prevent the alert. */
const isPictureRefused = (response: OutboundResponse) =>
  JSON.stringify(refusalOf(response)?.errors ?? null).includes('"thumbnail"')

/** A webhook that is deleted, or whose token is invalid, must not be called again: repeated calls get our address banned. */
function classify(response: OutboundResponse): SendResult {
  const { status } = response
  const code = refusalOf(response)?.code
  const detail = `status ${status}${code ? ` (${code})` : ''}`
  if (status === 404 || (code !== undefined && [401, 403].includes(status))) return { status: 'dead', detail }
  if (status === 429) return { status: 'throttled', detail: `status ${status}`, retryAfterMs: retryAfterMs(response) }
  return { ...resultOfStatus(response), detail }
}

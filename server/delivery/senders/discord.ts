import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Outbound, OutboundResponse } from '../../outbound/fetch.ts'
import { jsonOf } from '../../outbound/json.ts'
import { type DiscordWebhook, judgeDiscordWebhook } from '../../outbound/judgeUrl.ts'
import { discordBody } from '../messages/discord.ts'
import type { Message, Sender, SendResult, Target } from '../sender.ts'
import { createDiscordLimits, retryAfterMs } from './discordLimits.ts'
import { resultOfError, resultOfStatus } from './outcome.ts'

const DEADLINE_MS = 10_000
const MAX_ANSWER_BYTES = 16_384

/** Discord's own refusals have a code of its list (API reference, "JSON Error Codes"); `errors` leads to what is wrong. */
const Refusal = z.object({ code: z.int(), errors: z.optional(z.unknown()) })

type DiscordTarget = Extract<Target, { channel: 'discord' }>
export type DiscordParts = { outbound: Outbound; clock: Clock; url: string; privateHosts: readonly string[] }

/** Sends by Discord's Execute Webhook, within its rate limits. */
export function createDiscordSender({ outbound, clock, url, privateHosts }: DiscordParts): Sender<'discord'> {
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
    if (response.status !== 400 || !isPictureRefused(response) || limits.restMs(webhook.id) > 0) return response
    return call(webhook, discordBody(message, format, { pictures: false }))
  }

  return {
    restMs(target) {
      const judged = judgeDiscordWebhook(target.webhookUrl)
      return judged.verdict === 'ok' ? limits.restMs(judged.value.id) : 0
    },
    async send(target, message) {
      const judged = judgeDiscordWebhook(target.webhookUrl)
      if (judged.verdict === 'refused') return { status: 'dead', detail: 'not a Discord webhook', isLocal: true }
      const restMs = limits.restMs(judged.value.id)
      if (restMs > 0) return { status: 'throttled', detail: 'the rate limit is reached', retryAfterMs: restMs, isLocal: true }
      try {
        return classify(await send(judged.value, message, target))
      } catch (error) {
        return resultOfError(error)
      }
    },
  }
}

const refusalOf = (response: OutboundResponse) => Refusal.safeParse(jsonOf(response.body)).data

/** A marketplace's picture address that Discord does not take must not cost the alert. */
const isPictureRefused = (response: OutboundResponse) =>
  JSON.stringify(refusalOf(response)?.errors ?? null).includes('"thumbnail"')

/** A webhook that is gone, or whose token is wrong, is never called again: repeats lead to a ban of the caller's address. */
function classify(response: OutboundResponse): SendResult {
  const { status } = response
  const code = refusalOf(response)?.code
  const detail = `status ${status}${code ? ` (${code})` : ''}`
  if (status === 404 || (code !== undefined && [401, 403].includes(status))) return { status: 'dead', detail }
  if (status === 429) return { status: 'throttled', detail: `status ${status}`, retryAfterMs: retryAfterMs(response) }
  return { ...resultOfStatus(response), detail }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Message, SendResult } from '../channel.ts'
import { resultOfError, resultOfStatus } from '../outcome.ts'
import type { Bot, BotAnswer } from './api.ts'
import type { TelegramLimits } from './limits.ts'
import { type TelegramCall, telegramCall, textCall } from './message.ts'

/** Telegram's pause where a 429 names none. */
const DEFAULT_PAUSE_MS = 10_000
/** How long an answer of the bot waits for the limits. */
const MAX_ANSWER_DELAY_MS = 1000

export type TelegramTarget = { channel: 'telegram'; chatId: number }

export type TelegramSender = {
  send(target: TelegramTarget, message: Message): Promise<SendResult>
  delayMs(target: TelegramTarget): number
  /** Sends a text of the bot, as HTML, after a pause of a second at most; it is dropped where a longer one is due. */
  say(chatId: number, html: string): Promise<void>
}

/** Sends by the Bot API's `sendMessage` and `sendPhoto`, within Telegram's limits. */
export function createTelegramSender(bot: Bot, limits: TelegramLimits): TelegramSender {
  async function post(chatId: number, { method, body }: TelegramCall): Promise<BotAnswer> {
    limits.noteCall()
    const answer = await bot.call(method, { chat_id: chatId, ...body })
    if (answer.status === 429) limits.notePause(chatId, answer.retryAfterMs ?? DEFAULT_PAUSE_MS)
    else if (answer.status >= 200 && answer.status < 300) limits.noteSent(chatId)
    return answer
  }

  /** Follows a group that became a supergroup and has another id since. */
  async function postTo(chatId: number, call: TelegramCall): Promise<BotAnswer> {
    const answer = await post(chatId, call)
    return answer.status === 400 && answer.migratedTo !== undefined ? post(answer.migratedTo, call) : answer
  }

  async function sendTo(chatId: number, message: Message): Promise<BotAnswer> {
    const call = telegramCall(message)
    const answer = await postTo(chatId, call)
    // Telegram fetches the picture itself: one that it cannot use must not prevent the alert.
    const isPictureRefused = call.method === 'sendPhoto' && answer.status === 400 && answer.reason !== 'chat not found'
    return isPictureRefused && limits.delayMs(chatId) === 0 ? postTo(chatId, telegramCall(message, { pictures: false })) : answer
  }

  return {
    delayMs: ({ chatId }) => limits.delayMs(chatId),
    async send({ chatId }, message) {
      const delayMs = limits.delayMs(chatId)
      if (delayMs > 0) return { status: 'throttled', detail: 'the rate limit is reached', retryAfterMs: delayMs, isLocal: true }
      try {
        return classify(await sendTo(chatId, message))
      } catch (error) {
        return resultOfError(error)
      }
    },
    async say(chatId, html) {
      const delayMs = limits.delayMs(chatId)
      if (delayMs > MAX_ANSWER_DELAY_MS) return
      if (delayMs > 0) await pause(delayMs)
      if (limits.delayMs(chatId) > 0) return
      try {
        await post(chatId, textCall(html))
      } catch (error) {
        // The chat gets no answer; whatever it asked for is done.
        resultOfError(error)
      }
    },
  }
}

/**
 * The Bot API answers 403 for a chat that does not want the bot, and 401, or 404 for a token that it never issued, for the
 * bot's own token (https://core.telegram.org/bots/api#making-requests; descriptions as its server, tdlib/telegram-bot-api, has
 * them).
 */
function classify({ status, isFromBot, reason, retryAfterMs }: BotAnswer): SendResult {
  const detail = reason ? `status ${status} (${reason})` : `status ${status}`
  if ((status === 403 && isFromBot) || (status === 400 && reason === 'chat not found')) return { status: 'dead', detail }
  if (status === 404) return { status: 'misconfigured', detail }
  if (status === 429) return { status: 'throttled', detail, retryAfterMs: retryAfterMs ?? DEFAULT_PAUSE_MS }
  return { ...resultOfStatus({ status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }), detail }
}

import { SECOND_MS } from '../../../../contract/time.ts'
import type { Clock } from '../../../runtime/clock.ts'

/** Telegram accepts about 30 a second from one bot; the rest is left for other processes and answers of the bot. */
const MAX_CALLS_PER_SECOND = 25
/** Messages of one chat: one a second. */
const CHAT_PAUSE_MS = SECOND_MS
/** Limits the map: finished pauses are removed beyond this. */
const MAX_CHATS = 10_000

export type TelegramLimits = {
  /** Milliseconds until this chat may be written to; 0 when it may be now. */
  delayMs(chatId: number): number
  noteCall(): void
  /** A message was accepted for this chat. */
  noteSent(chatId: number): void
  /** Telegram asked for a pause. */
  notePause(chatId: number, ms: number): void
}

/**
 * Observes Telegram's limits before they are exceeded (Bots FAQ, "My bot is hitting limits",
 * https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
 */
export function createTelegramLimits(clock: Clock): TelegramLimits {
  const restUntil = new Map<number, number>()
  let second = { number: 0, calls: 0 }
  const now = () => clock.now().getTime()

  function rest(chatId: number, ms: number): void {
    if (restUntil.size >= MAX_CHATS) {
      for (const [old, until] of restUntil) if (until <= now()) restUntil.delete(old)
    }
    restUntil.set(chatId, Math.max(restUntil.get(chatId) ?? 0, now() + ms))
  }

  return {
    delayMs(chatId) {
      const number = Math.floor(now() / SECOND_MS)
      const isFull = second.number === number && second.calls >= MAX_CALLS_PER_SECOND
      const secondMs = isFull ? (number + 1) * SECOND_MS - now() : 0
      return Math.max((restUntil.get(chatId) ?? 0) - now(), secondMs, 0)
    },
    noteCall() {
      const number = Math.floor(now() / SECOND_MS)
      second = { number, calls: second.number === number ? second.calls + 1 : 1 }
    },
    noteSent: (chatId) => rest(chatId, CHAT_PAUSE_MS),
    notePause: rest,
  }
}

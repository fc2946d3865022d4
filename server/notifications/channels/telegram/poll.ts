import * as z from 'zod'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../contract/time.ts'
import type { Leadership } from '../../../database/leadership.ts'
import { type Db, retryingDeadlocks } from '../../../database/pool.ts'
import { OutboundError } from '../../../outbound/fetch.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Logger } from '../../../runtime/log.ts'
import { type Loop, startLoop } from '../../../runtime/loop.ts'
import type { SecretBox } from '../../../runtime/secrets.ts'
import { lockNextUpdate, readNextUpdate, saveNextUpdate } from '../../../store/telegram.ts'
import { escapeHtml } from '../../messages/html.ts'
import type { Bot, BotAnswer } from './api.ts'
import { faultOf } from './faults.ts'
import { handleWish, type Reply } from './handle.ts'
import type { TelegramSender } from './sender.ts'
import { readUpdate, WANTED_UPDATES, type Wish } from './updates.ts'

/** How long Telegram waits for an update before it answers that there is none. */
const WAIT_SECONDS = 25
const DEADLINE_MS = (WAIT_SECONDS + 10) * SECOND_MS
/** The most that `getUpdates` returns at once. */
const MAX_UPDATES = 100
const MAX_UPDATES_BYTES = 1_048_576
/** How often a standby process tries to become the one that reads. */
const STANDBY_MS = 5 * SECOND_MS
const FIRST_PAUSE_MS = SECOND_MS
const MAX_PAUSE_MS = MINUTE_MS
/** Until the operator has changed the token, or ended the other program. */
const OPERATOR_PAUSE_MS = MINUTE_MS
const NEEDS_OPERATOR: readonly number[] = [401, 404, 409]
/**
 * After a week without updates the next one has a random number, perhaps a lower one (Bot API, "Update"). Telegram keeps none
 * for longer than a day, so after this time there is none that was handled.
 */
const NUMBER_LIFETIME_MS = 3 * DAY_MS
/** Answers to strangers in this time, and the pause for each chat. A flood of them must not use up the limits of alerts. */
const MAX_STRANGERS = 20
const STRANGER_WINDOW_MS = 10 * SECOND_MS
const STRANGER_PAUSE_MS = MINUTE_MS
const MAX_PAUSED_STRANGERS = 10_000
/** Where an update's number stands at the beginning of an answer that is too large to read. */
const FIRST_NUMBER = /^[^\d]{0,100}"update_id":\s{0,10}(\d{1,16})/

export type PollDependencies = {
  bot: Bot
  sender: Pick<TelegramSender, 'say'>
  db: Db
  clock: Clock
  log: Logger
  secrets: SecretBox
  leadership: Leadership
}

type RoundDependencies = Omit<PollDependencies, 'leadership'>

/**
 * Reads what is written to the bot, by long polling (https://core.telegram.org/bots/api#getupdates), in one process of all: two
 * would get each other's requests ended. What the updates cause and the number of the next one are written in one transaction,
 * so none is handled twice or lost.
 */
export function startPollingBot(deps: PollDependencies): Pick<Loop, 'stop'> {
  const { log, leadership } = deps
  const round = createRound(deps)
  const loop = startLoop('telegram', log, async (signal) => ((await leadership.hold()) ? round(signal) : STANDBY_MS))
  return {
    async stop() {
      await loop.stop()
      await leadership.release()
    },
  }
}

/** One call of `getUpdates` and what follows from it. The result is the pause before the next, in ms. */
export function createRound(deps: RoundDependencies): (signal: AbortSignal) => Promise<number> {
  const { bot, db, clock, log } = deps
  const mayAnswer = createStrangers(clock)
  let failures = 0
  /** Lower after an answer that was too large. */
  let limit = MAX_UPDATES

  const fail = (fault: string, fields: object, pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS)) => {
    failures++
    log.warn({ ...fields, task: 'telegram' }, `${fault}; retry in ${Math.ceil(pauseMs / SECOND_MS)} s`)
    return pauseMs
  }

  /** Reads updates one by one, and skips one that is too large alone. */
  async function handleTooLarge({ body }: BotAnswer): Promise<number> {
    if (limit > 1) {
      limit = 1
      return 0
    }
    const [, number] = FIRST_NUMBER.exec(Buffer.from(body.subarray(0, 200)).toString()) ?? []
    if (number === undefined) return fail('an answer of the Bot API is too large', {})
    log.warn({ update: Number(number) }, 'an update of the Telegram bot is too large and was skipped')
    await handleUpdates(deps, [{ update_id: Number(number) }])
    return 0
  }

  return async (signal) => {
    const now = clock.now()
    const offset = await readNextUpdate(db, bot.id, new Date(now.getTime() - NUMBER_LIFETIME_MS))
    const body = { timeout: WAIT_SECONDS, limit, allowed_updates: WANTED_UPDATES, ...(offset === undefined ? {} : { offset }) }
    let answer: BotAnswer
    try {
      answer = await bot.call('getUpdates', body, { deadlineMs: DEADLINE_MS, maxBytes: MAX_UPDATES_BYTES, signal })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return signal.aborted ? 0 : fail('the Bot API of Telegram cannot be reached', { kind: error.kind })
    }
    const { status, retryAfterMs } = answer
    if (status === 200 && answer.isCut) return handleTooLarge(answer)
    const updates = z.array(z.unknown()).safeParse(answer.result).data
    if (!updates) {
      const pauseMs = NEEDS_OPERATOR.includes(status) ? OPERATOR_PAUSE_MS : retryAfterMs
      return fail(faultOf(answer), { status }, pauseMs)
    }
    failures = 0
    limit = updates.length === 0 ? MAX_UPDATES : limit
    if (updates.length === 0) return 0
    const replies = await handleUpdates(deps, updates)
    await Promise.all(mayAnswer(replies).map(({ chatId, text }) => deps.sender.say(chatId, escapeHtml(text))))
    return 0
  }
}

/** @returns the bot's answers, one for each chat */
async function handleUpdates({ bot, db, clock, secrets }: RoundDependencies, updates: readonly unknown[]): Promise<Reply[]> {
  const read = updates.map(readUpdate).filter((update) => update !== undefined)
  if (read.length === 0) throw new Error('none of the updates of the Telegram bot has a number')
  const last = Math.max(...read.map(({ id }) => id))
  const now = clock.now()
  const since = new Date(now.getTime() - NUMBER_LIFETIME_MS)
  return retryingDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      const next = (await lockNextUpdate(tx, bot.id, since)) ?? 0
      const wishes = read.flatMap(({ id, wish }): Wish[] => (wish && id >= next ? [wish] : []))
      const replies = new Map<number, Reply>()
      for (const wish of wishes) {
        const reply = await handleWish(tx, secrets, wish, now)
        if (reply) replies.set(reply.chatId, reply)
      }
      if (last >= next) await saveNextUpdate(tx, bot.id, last + 1, now)
      return [...replies.values()]
    }),
  )
}

/** Which answers are sent: all to linked chats, and to strangers as many as are bearable. */
function createStrangers(clock: Clock): (replies: readonly Reply[]) => Reply[] {
  const pausedUntil = new Map<number, number>()
  let window = { endsAt: 0, left: MAX_STRANGERS }
  return (replies) => {
    const now = clock.now().getTime()
    const strangers = replies.filter(({ chatId, isStranger }) => isStranger && (pausedUntil.get(chatId) ?? 0) <= now)
    if (window.endsAt <= now) window = { endsAt: now + STRANGER_WINDOW_MS, left: MAX_STRANGERS }
    const answered = strangers.slice(0, window.left)
    window.left -= answered.length
    if (pausedUntil.size + answered.length > MAX_PAUSED_STRANGERS) pausedUntil.clear()
    for (const { chatId } of answered) pausedUntil.set(chatId, now + STRANGER_PAUSE_MS)
    return [...replies.filter(({ isStranger }) => !isStranger), ...answered]
  }
}

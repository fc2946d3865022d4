import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { MINUTE_MS } from '../../../../contract/time.ts'
import { OutboundError } from '../../../outbound/fetch.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Logger } from '../../../runtime/log.ts'
import type { SecretBox } from '../../../runtime/secrets.ts'
import { saveLinkCode, unlinkChat } from '../../../store/telegram.ts'
import type { Linking } from '../channel.ts'
import type { Bot } from './api.ts'
import { faultOf } from './faults.ts'

const CODE_LIFETIME_MS = 15 * MINUTE_MS
const CODE_BYTES = 16
/** Base64url without padding, which a deep link may carry (https://core.telegram.org/bots/features#deep-linking). */
export const CODE = /^[\w-]{22}$/

/** A bot's user name leads to it: `t.me/<name>`. */
const Me = z.object({ username: z.string().regex(/^\w{3,64}$/) })

/** What a linked chat is stored as, encrypted. */
export type LinkedChat = { chatId: number; name: string }

export const hashOfCode = (secrets: SecretBox, code: string): Buffer => secrets.sign(`telegram code ${code}`)
export const hashOfChat = (secrets: SecretBox, chatId: number): Buffer => secrets.sign(`telegram chat ${chatId}`)

/** The length of a target in the ledger, as of other channels' hashes. */
const TARGET_LENGTH = 22

/** A chat in the ledger. Its number could be guessed from a hash without a key. */
export const targetOfChat = (secrets: SecretBox, chatId: number): string =>
  hashOfChat(secrets, chatId).toString('base64url').slice(0, TARGET_LENGTH)

/** Links chats by codes that their users send to the bot. */
export function createLinking({ bot, clock, secrets }: { bot: Bot; clock: Clock; secrets: SecretBox }): Linking {
  /** Asked for once. */
  let username: string | undefined

  async function readUsername(log: Logger): Promise<string | undefined> {
    if (username) return username
    try {
      const answer = await bot.call('getMe', {})
      username = Me.safeParse(answer.result).data?.username
      if (!username) log.error({ status: answer.status }, faultOf(answer))
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      log.warn({ kind: error.kind }, 'the Bot API of Telegram cannot be reached')
    }
    return username
  }

  return {
    async start({ db, log }, userId) {
      const name = await readUsername(log)
      if (!name) return undefined
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const expiresAt = new Date(clock.now().getTime() + CODE_LIFETIME_MS)
      await saveLinkCode(db, userId, hashOfCode(secrets, code), expiresAt)
      return { code, url: `https://t.me/${name}?start=${code}`, expiresAt: expiresAt.toISOString() }
    },
    end: unlinkChat,
  }
}

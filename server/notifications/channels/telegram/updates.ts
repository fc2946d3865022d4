import * as z from 'zod'
import { Locale } from '../../../../contract/primitives.ts'
import { cut, oneLine } from '../../messages/describe.ts'
import { CODE } from './linking.ts'

const MAX_NAME = 100

/** The fields of Chat, Message and ChatMemberUpdated that we use (https://core.telegram.org/bots/api#available-types). */
const Chat = z.object({
  id: z.int(),
  type: z.string(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
})
const TextMessage = z.object({
  chat: Chat,
  from: z.object({ language_code: z.string().optional() }).optional(),
  text: z.string(),
  /** Of a forwarded message; servers before version 7.0 of the Bot API say only when it was first sent. */
  forward_origin: z.unknown().optional(),
  forward_date: z.unknown().optional(),
})
const Membership = z.object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) })
const Update = z.object({
  update_id: z.int(),
  message: TextMessage.optional().catch(undefined),
  my_chat_member: Membership.optional().catch(undefined),
})

/** Updates that the bot asks for; Telegram leaves out all others. */
export const WANTED_UPDATES = ['message', 'my_chat_member'] as const

export type BotChat = { id: number; isPrivate: boolean; name: string }
/** What someone wants of the bot. `other`: any text that it does not know. */
export type Wish = { chat: BotChat; locale: Locale } & (
  | { kind: 'code'; code: string; isForwarded: boolean }
  | { kind: 'start' | 'stop' | 'blocked' | 'other' }
)

/** `/start <code>` as the link sends it, or the code alone; in groups the bot's name follows the command. */
const COMMAND = /^\/(start|stop)(?:@\w{1,64})?(?:\s+(\S{1,64}))?$/
/** Longer texts are no command. */
const MAX_COMMAND_LENGTH = 200

/** @returns undefined when it is no update; `wish` is absent when there is nothing to do */
export function readUpdate(update: unknown): { id: number; wish?: Wish } | undefined {
  const parsed = Update.safeParse(update).data
  if (!parsed) return undefined
  const { update_id: id, message, my_chat_member: membership } = parsed
  const wish = message ? wishOf(message) : membership ? wishOfMembership(membership) : undefined
  return { id, ...(wish ? { wish } : {}) }
}

function wishOf({
  chat,
  from,
  text,
  forward_origin: origin,
  forward_date: forwardedAt,
}: z.infer<typeof TextMessage>): Wish | undefined {
  const who = { chat: chatOf(chat), locale: localeOf(from?.language_code) }
  const trimmed = text.length <= MAX_COMMAND_LENGTH ? text.trim() : ''
  const [, command, parameter = ''] = COMMAND.exec(trimmed) ?? []
  const code = command === 'start' ? parameter : trimmed
  if (CODE.test(code)) return { ...who, kind: 'code', code, isForwarded: origin !== undefined || forwardedAt !== undefined }
  // What is said in a group is not for the bot.
  if (!who.chat.isPrivate) return undefined
  return { ...who, kind: command === 'start' || command === 'stop' ? command : 'other' }
}

/** In a private chat the bot's membership changes only when the user blocks or unblocks it. */
function wishOfMembership({ chat, new_chat_member: { status } }: z.infer<typeof Membership>): Wish | undefined {
  const one = chatOf(chat)
  return status === 'kicked' && one.isPrivate ? { chat: one, locale: localeOf(undefined), kind: 'blocked' } : undefined
}

function chatOf({ id, type, first_name: first = '', last_name: last = '', username }: z.infer<typeof Chat>): BotChat {
  const name = oneLine(`${first} ${last}`) || (username === undefined ? '' : `@${oneLine(username)}`)
  return { id, isPrivate: type === 'private', name: cut(name, MAX_NAME) || 'Telegram' }
}

/** The language of the person's Telegram, as an IETF tag. */
const localeOf = (tag = ''): Locale => Locale.safeParse(tag.slice(0, 2).toLowerCase()).data ?? 'en'

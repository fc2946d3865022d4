import type { Tx } from '../../../database/pool.ts'
import type { SecretBox } from '../../../runtime/secrets.ts'
import { setChannelEnabled } from '../../../store/notificationSettings.ts'
import { linkChat, takeLinkCode, unlinkChat, usersOfChat } from '../../../store/telegram.ts'
import { findUser } from '../../../store/users.ts'
import { hashOfChat, hashOfCode, type LinkedChat } from './linking.ts'
import { BOT_TEXTS } from './texts.ts'
import type { Wish } from './updates.ts'

/** What the bot answers. `isStranger`: the chat is not linked, so that anyone may have asked, and as often. */
export type Reply = { chatId: number; text: string; isStranger: boolean }

/** Does what a chat wants of the bot. @returns the answer */
export async function handleWish(tx: Tx, secrets: SecretBox, wish: Wish, now: Date): Promise<Reply | undefined> {
  if (wish.kind === 'code') return handleCode(tx, secrets, wish, now)
  const chatId = wish.chat.id
  const users = await usersOfChat(tx, hashOfChat(secrets, chatId))
  const [first] = users
  const isStranger = first === undefined
  const texts = BOT_TEXTS[(first && (await findUser(tx, first))?.locale) || wish.locale]
  switch (wish.kind) {
    case 'stop':
      for (const user of users) await unlinkChat(tx, user)
      return { chatId, text: isStranger ? texts.nothingToStop : texts.stopped, isStranger }
    case 'blocked':
      // The chat stays linked: it can be switched on again once the bot is no longer blocked.
      for (const user of users) await setChannelEnabled(tx, user, 'telegram', false)
      return undefined
    case 'start':
      // Also after the user has unblocked the bot.
      for (const user of users) await setChannelEnabled(tx, user, 'telegram', true)
      return { chatId, text: isStranger ? texts.help : texts.alreadyLinked, isStranger }
    case 'other':
      return { chatId, text: isStranger ? texts.help : texts.alreadyLinked, isStranger }
  }
}

/** A code that others may have read is used up without effect. */
async function handleCode(
  tx: Tx,
  secrets: SecretBox,
  { chat, locale, code, isForwarded }: Extract<Wish, { kind: 'code' }>,
  now: Date,
): Promise<Reply> {
  const userId = await takeLinkCode(tx, hashOfCode(secrets, code), now)
  const user = userId === undefined ? undefined : await findUser(tx, userId)
  const texts = BOT_TEXTS[user?.locale ?? locale]
  const refusal = !user ? texts.codeUnknown : !chat.isPrivate ? texts.privateOnly : isForwarded ? texts.notForwarded : undefined
  if (!user || refusal) return { chatId: chat.id, text: refusal ?? texts.codeUnknown, isStranger: true }
  const linked: LinkedChat = { chatId: chat.id, name: chat.name }
  await linkChat(tx, user.id, hashOfChat(secrets, chat.id), secrets.seal(JSON.stringify(linked)))
  return { chatId: chat.id, text: texts.linked, isStranger: false }
}

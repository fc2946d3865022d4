import type { Outbound } from '../../../outbound/fetch.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { SecretBox } from '../../../runtime/secrets.ts'
import { type StoredSettings, setChannelEnabled } from '../../../store/notificationSettings.ts'
import type { ChannelModule, ChannelTraits, Owner } from '../channel.ts'
import { createBot } from './api.ts'
import { createTelegramLimits } from './limits.ts'
import { createLinking, type LinkedChat, targetOfChat } from './linking.ts'
import { MAX_TELEGRAM_ALERTS } from './message.ts'
import { startPollingBot } from './poll.ts'
import { createTelegramSender, type TelegramTarget } from './sender.ts'

export const telegramTraits: ChannelTraits = {
  isForHumans: true,
  // One message a second for each chat.
  isSerial: true,
  maxBatch: 500,
  maxAlerts: MAX_TELEGRAM_ALERTS,
  slots: { now: 16, later: 4, slow: 4 },
  // After Discord, which has the same.
  fallbackOrder: 1,
}

export type TelegramDependencies = {
  outbound: Outbound
  clock: Clock
  secrets: SecretBox
  url: string
  /** Undefined: the operator has no bot, and the channel is not offered. */
  token: string | undefined
}

/** A private chat with the operator's bot, which the user links by a code. */
export function createTelegramChannel(deps: TelegramDependencies): ChannelModule<'telegram', TelegramTarget> {
  const { outbound, clock, secrets, url, token } = deps
  const bot = token === undefined ? undefined : createBot({ outbound, url, token })
  const sender = bot && createTelegramSender(bot, createTelegramLimits(clock))
  const chatOf = ({ secrets: { telegram } }: StoredSettings) =>
    telegram ? (JSON.parse(secrets.open(telegram)) as LinkedChat) : undefined
  const targetOf = ({ stored }: Owner): TelegramTarget | undefined => {
    const chat = bot && chatOf(stored)
    return chat && { channel: 'telegram', chatId: chat.chatId }
  }

  return {
    isOffered: bot !== undefined,
    ...(bot ? { linking: createLinking({ bot, clock, secrets }) } : {}),
    ...(bot && sender
      ? { start: ({ db, log, lead }) => startPollingBot({ bot, sender, db, clock, log, secrets, leadership: lead('telegram') }) }
      : {}),
    send: async (target, message) =>
      sender ? sender.send(target, message) : { status: 'misconfigured', detail: 'no bot', isLocal: true },
    delayMs: (target) => sender?.delayMs(target) ?? 0,
    providerOf: () => 'telegram',
    listTargets({ stored }) {
      const chat = bot && chatOf(stored)
      return chat ? [{ target: targetOfChat(secrets, chat.chatId), label: chat.name }] : []
    },
    async findTarget(_, owner, wanted) {
      const target = targetOf(owner)
      return target && targetOfChat(secrets, target.chatId) === wanted ? target : undefined
    },
    disable: (tx, { userId }) => setChannelEnabled(tx, userId, 'telegram', false),
    enable: (tx, { userId }) => setChannelEnabled(tx, userId, 'telegram', true),
    showSettings({ stored }) {
      const chat = chatOf(stored)
      return {
        ...stored.settings.telegram,
        enabled: stored.settings.telegram.enabled && chat !== undefined,
        chat: chat?.name ?? '',
      }
    },
    // Without a chat it stays off and is not refused: the chat may have been unlinked in Telegram since the app read the settings.
    enterSettings: (entered, before) => ({
      settings: { ...entered, chat: '', enabled: entered.enabled && before?.secrets.telegram !== undefined },
    }),
    async test(_, owner, message) {
      const target = targetOf(owner)
      return target && sender ? sender.send(target, message) : { status: 'notSet', detail: 'no chat is linked' }
    },
  }
}

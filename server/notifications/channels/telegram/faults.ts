import type { BotAnswer } from './api.ts'

/** What an answer that is no success says about the bot, for the operator's log. */
export function faultOf({ status, reason }: Pick<BotAnswer, 'status' | 'reason'>): string {
  if (status === 401 || status === 404) return 'Telegram refuses TELEGRAM_BOT_TOKEN: ask BotFather for the current one'
  if (status === 409 && reason === 'webhook is active')
    return 'the Telegram bot has a webhook, so its messages cannot be read: call deleteWebhook'
  if (status === 409) return 'another program reads the messages of the Telegram bot; give this server a bot of its own'
  if (status === 429) return 'Telegram asks for a pause'
  if (status >= 200 && status < 300) return 'an answer of the Bot API could not be read'
  return `the Bot API of Telegram answered ${status}`
}

import { localizedPath } from '../../../../contract/routes.ts'
import { cut, type Described, describeAlert } from '../../messages/describe.ts'
import { escapeHtml } from '../../messages/html.ts'
import { type Summary, summaryOf } from '../../messages/summary.ts'
import { TEXTS } from '../../messages/texts.ts'
import type { Alert, Message } from '../channel.ts'

/** Bot API, `sendMessage`: characters of a text after its entities are parsed. */
const MAX_TEXT = 4096
export const MAX_TELEGRAM_ALERTS = 20
/** Together less than the 1,024 characters of a caption (Bot API, `sendPhoto`). */
const MAX_EVENT = 60
const MAX_TITLE = 300
const MAX_PRICE = 80
const MAX_TIMES = 120
const MAX_PLACE = 100
const MAX_FILTERS = 200
const MAX_PICTURE_URL = 1000

/** A call that sends a message; the chat's id is missing. */
export type TelegramCall = { method: 'sendMessage' | 'sendPhoto'; body: object }

/**
 * The call that sends these alerts, as HTML (Bot API, "HTML style", https://core.telegram.org/bots/api#html-style). All foreign
 * text is escaped. Telegram's default applies to the sound: it plays.
 */
export function telegramCall(message: Message, { pictures = true }: { pictures?: boolean } = {}): TelegramCall {
  const texts = TEXTS[message.locale]
  const [alert, ...more] = message.alerts
  if (!alert) return textCall(`<b>${escapeHtml(texts.testTitle)}</b>\n${escapeHtml(texts.testBody)}`)
  const summary = summaryOf(message)
  if (summary || more.length > 0) {
    const path = summary?.path ?? localizedPath(message.locale, '/auctions')
    return textCall(listOf(message, summary), button(texts.open, message.publicUrl + path))
  }
  const one = describeAlert(alert, message)
  const markup = button(texts.open, message.publicUrl + one.path)
  const picture = pictures ? alert.match.auction.images.find(isPicture) : undefined
  if (!picture) return textCall(single(one, message), markup)
  return { method: 'sendPhoto', body: { photo: picture, caption: single(one, message), parse_mode: 'HTML', ...markup } }
}

/** Link previews are off: the auction's own picture is sent, or none. */
export const textCall = (text: string, markup: object = {}): TelegramCall => ({
  method: 'sendMessage',
  body: { text, parse_mode: 'HTML', link_preview_options: { is_disabled: true }, ...markup },
})

const isPicture = (url: string) => url.startsWith('https:') && url.length <= MAX_PICTURE_URL

/** A button below the message. Telegram refuses messages with links to hosts without a domain (`localhost`). */
function button(text: string, url: string): object {
  const isRefused = !new URL(url).hostname.includes('.')
  return isRefused ? {} : { reply_markup: { inline_keyboard: [[{ text, url }]] } }
}

function single(one: Described, message: Message): string {
  const times = [one.bids, one.ends].filter(Boolean).join(' · ')
  return [
    escapeHtml(cut(eventOf(one, message), MAX_EVENT)),
    `<b>${escapeHtml(cut(one.title, MAX_TITLE))}</b>`,
    `<b>${escapeHtml(cut(one.price, MAX_PRICE))}</b>`,
    escapeHtml(cut(times, MAX_TIMES)),
    escapeHtml(cut(one.place ?? '', MAX_PLACE)),
    `<i>${escapeHtml(cut(one.filters, MAX_FILTERS))}</i>`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** A line for each alert, below what they are. */
function listOf(message: Message, summary: Summary | undefined): string {
  const all = summary?.alerts ?? message.alerts
  const alerts = all.slice(0, MAX_TELEGRAM_ALERTS)
  const rest = all.length > alerts.length ? ` · ${TEXTS[message.locale].more(all.length - alerts.length)}` : ''
  const head = summary ? `<b>${escapeHtml(summary.headline)}</b>\n${escapeHtml(summary.counts + rest)}\n` : ''
  // One character for the line break between two alerts.
  const room = Math.floor((MAX_TEXT - head.length) / alerts.length) - 1
  return [...(head ? [head] : []), ...alerts.map((alert) => line(alert, message, room))].join('\n')
}

/** One alert in at most `room` characters, markup not counted; the title is truncated. */
function line(alert: Alert, message: Message, room: number): string {
  const one = describeAlert(alert, message)
  const event = cut(eventOf(one, message), MAX_EVENT)
  const price = cut(one.price, MAX_PRICE)
  const separators = ' '.length + ' · '.length
  const title = cut(one.title, room - event.length - price.length - separators)
  const link = escapeHtml(message.publicUrl + one.path)
  return `${escapeHtml(event)} <a href="${link}">${escapeHtml(title)}</a> · ${escapeHtml(price)}`
}

const eventOf = ({ event, isDemo }: Described, { locale }: Message) => (isDemo ? `${event} · ${TEXTS[locale].demo}` : event)

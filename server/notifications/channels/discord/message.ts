import type { Auction } from '../../../../contract/auction.ts'
import type { NotificationSettings } from '../../../../contract/notifications.ts'
import { SECOND_MS } from '../../../../contract/time.ts'
import { colorOf } from '../../events/registry.ts'
import { cut, type Described, describeAlert } from '../../messages/describe.ts'
import { type Summary, summaryOf } from '../../messages/summary.ts'
import { TEXTS } from '../../messages/texts.ts'
import type { Alert, Message } from '../channel.ts'

/** Limits of Discord's API reference, "Execute Webhook" and "Embed Limits". */
const MAX_CONTENT = 2000
export const MAX_DISCORD_ALERTS = 10
/** Discord allows 6000 characters for all embeds together: 600 for each, including the other facts. */
const MAX_TITLE = 200
const MAX_FOOTER = 150
const MAX_EVENT = 60
const MAX_PLACE = 60

/** The body of an Execute Webhook call. No listing's text can mention a Discord user. */
export function discordBody(
  message: Message,
  format: NotificationSettings['discord']['format'],
  { pictures = true }: { pictures?: boolean } = {},
): object {
  const texts = TEXTS[message.locale]
  const quiet = { allowed_mentions: { parse: [] } }
  if (message.alerts.length === 0) return { ...quiet, content: `**${texts.testTitle}**\n${texts.testBody}` }
  const summary = summaryOf(message)
  const all = summary?.alerts ?? message.alerts
  const alerts = all.slice(0, MAX_DISCORD_ALERTS)
  const head = summary ? [headOf(summary, all.length - alerts.length, message)] : []
  if (format === 'detailed')
    return {
      ...quiet,
      ...(summary ? { content: head.join('') } : {}),
      embeds: alerts.map((alert) => embed(alert, message, pictures)),
    }
  // One character for the line break between two alerts.
  const room = Math.floor((MAX_CONTENT - head.join('').length) / alerts.length) - 1
  return { ...quiet, content: [...head, ...alerts.map((alert) => line(alert, message, room))].join('\n') }
}

function headOf({ headline, counts, path }: Summary, more: number, { publicUrl, locale }: Message): string {
  const rest = more > 0 ? ` · [${TEXTS[locale].more(more)}](<${publicUrl}${path}>)` : ''
  return `**${headline}**\n${counts}${rest}`
}

function embed(alert: Alert, message: Message, pictures: boolean): object {
  const one = describeAlert(alert, message)
  const { endsAt, endPrecision, images } = alert.match.auction
  const facts = [`**${escapeMarkdown(one.price)}**`, one.bids, one.place && cutEscaped(one.place, MAX_PLACE)]
  const picture = pictures && images.find((url) => url.startsWith('https:'))
  return {
    title: cutEscaped(one.title, MAX_TITLE),
    url: message.publicUrl + one.path,
    color: Number.parseInt(colorOf(alert.kind).slice(1), 16),
    author: { name: cut(eventOf(one, message), MAX_EVENT) },
    description: [facts.filter(Boolean).join(' · '), endsAt && TEXTS[message.locale].endsAt(moment(endsAt, endPrecision))]
      .filter(Boolean)
      .join('\n'),
    footer: { text: cut(one.filters, MAX_FOOTER) },
    // Discord fetches the picture itself and accepts only https.
    ...(picture ? { thumbnail: { url: picture } } : {}),
  }
}

/** One alert in at most `room` characters; the title is truncated first. */
function line(alert: Alert, message: Message, room: number): string {
  const one = describeAlert(alert, message)
  const { openShort } = TEXTS[message.locale]
  const event = `**${escapeMarkdown(eventOf(one, message))}** `
  // The angle brackets suppress Discord's link preview.
  const rest = ` · ${escapeMarkdown(one.price)} · [${openShort}](<${message.publicUrl}${one.path}>)`
  return event + cutEscaped(one.title, room - event.length - rest.length) + rest
}

const eventOf = ({ event, isDemo }: Described, { locale }: Message) => (isDemo ? `${event} · ${TEXTS[locale].demo}` : event)

/** A timestamp that Discord shows in each reader's time zone, with the relative time (API reference, "Timestamp Styles"). */
function moment(at: string, precision: Auction['endPrecision']): string {
  const seconds = Math.floor(Date.parse(at) / SECOND_MS)
  return precision === 'day' ? `<t:${seconds}:D>` : `<t:${seconds}:f> (<t:${seconds}:R>)`
}

/** Escapes Markdown in untrusted text, so that mentions and links have no effect. */
const escapeMarkdown = (text: string) => text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&')

/** Measured with the escapes, so that truncation never separates a character from its backslash. */
const cutEscaped = (text: string, max: number) => escapeMarkdown(cut(text, max, (part) => escapeMarkdown(part).length))

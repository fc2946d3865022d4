import { localizedPath } from '../../../../contract/routes.ts'
import { cut, describeAlert } from '../../messages/describe.ts'
import { type Summary, summaryOf } from '../../messages/summary.ts'
import { TEXTS } from '../../messages/texts.ts'
import type { Alert, Message } from '../channel.ts'

/**
 * Limits of ntfy: a message of 4,096 bytes, whatever is longer becomes an attachment (docs.ntfy.sh/publish, "Limitations"); a
 * title of 1,024 (release 2.28.0); a body of twice the message limit (`transformBodyJSON` in server.go). What is longer than
 * 4,000 bytes in all is cut on its way to Android (`fcmMessageLimit` in server_firebase.go), so the limits here add up to less.
 */
const MAX_TITLE_BYTES = 300
const MAX_MESSAGE_BYTES = 2000
const MAX_IMAGE_BYTES = 800
/** Auctions that a summary names, and the bytes of the line of each. */
const MAX_LINES = 10
const MAX_LINE_BYTES = 160

/** Measured as JSON, including escapes: quotation marks take twice the bytes. */
const bytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/** "Message priority": 3 is a notification as usual, 4 one with a long vibration. */
const DEFAULT_PRIORITY = 3
const HIGH_PRIORITY = 4

/** Tags that ntfy shows as emojis before the title ("Tags & emojis"). */
const TAGS: Record<Alert['kind'], string> = { newMatch: 'mag', priceChange: 'moneybag', endingSoon: 'alarm_clock' }
const SUMMARY_TAG = 'inbox_tray'

/** What ntfy is sent to publish ("Publish as JSON"). Texts are plain: without `markdown` nothing in them has an effect. */
export type NtfyBody = {
  topic: string
  title: string
  message: string
  priority: number
  tags?: string[]
  /** What a tap on the notification opens. */
  click: string
  /** The URL of a picture. */
  attach?: string
  actions: { action: 'view'; label: string; url: string }[]
}

/** One alert, the summary of several, or a test message. */
export function ntfyBody(message: Message, topic: string): NtfyBody {
  const { locale, publicUrl } = message
  const texts = TEXTS[locale]
  const [alert] = message.alerts
  const summary = summaryOf(message)
  const page = (path: string) => {
    const url = publicUrl + path
    return { click: url, actions: [{ action: 'view' as const, label: texts.open, url }] }
  }
  const priority = message.alerts.some(({ kind }) => kind === 'endingSoon') ? HIGH_PRIORITY : DEFAULT_PRIORITY
  if (!alert)
    return { topic, title: texts.testTitle, message: texts.testBody, priority, ...page(localizedPath(locale, '/account')) }
  if (summary) {
    const { headline, path } = summary
    return { topic, title: headline, message: linesOf(summary, message), priority, tags: [SUMMARY_TAG], ...page(path) }
  }
  const one = describeAlert(alert, message)
  const facts = [one.event, one.price, one.bids, one.ends, one.place, one.isDemo ? texts.demo : undefined]
  const image = alert.match.auction.images.find((url) => url.startsWith('https:') && bytes(url) <= MAX_IMAGE_BYTES)
  return {
    topic,
    title: cut(literal(one.title), MAX_TITLE_BYTES, bytes),
    message: cut(`${facts.filter(Boolean).join(' · ')}\n${one.filters}`, MAX_MESSAGE_BYTES, bytes),
    priority,
    tags: [TAGS[alert.kind]],
    ...page(one.path),
    ...(image ? { attach: image } : {}),
  }
}

/** The counts, then a line for each of the first auctions. */
function linesOf({ counts, alerts }: Summary, message: Message): string {
  const lines = alerts.slice(0, MAX_LINES).map((alert) => {
    const { title, price } = describeAlert(alert, message)
    const rest = ` · ${price}`
    return cut(title, MAX_LINE_BYTES - bytes(rest), bytes) + rest
  })
  const more = alerts.length - lines.length
  return [counts, ...lines, ...(more > 0 ? [TEXTS[message.locale].more(more)] : [])].join('\n')
}

/** ntfy reads a title as a header and decodes encoded words in it (RFC 2047), which could hide any character. */
const literal = (title: string) => title.replaceAll('=?', '= ?')

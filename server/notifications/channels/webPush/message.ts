import { createHash } from 'node:crypto'
import { MAX_PUSH_PAYLOAD_BYTES, type PushPayload } from '../../../../contract/push.ts'
import { localizedPath } from '../../../../contract/routes.ts'
import { SECOND_MS } from '../../../../contract/time.ts'
import { cut, describeAlert } from '../../messages/describe.ts'
import { type Summary, summaryOf } from '../../messages/summary.ts'
import { TEXTS } from '../../messages/texts.ts'
import type { Message } from '../channel.ts'

const MAX_TITLE_BYTES = 300
const MAX_BODY_BYTES = 600
const MAX_IMAGE_BYTES = 800
/** Measured as JSON, including escapes: quotation marks take twice the bytes. */
const bytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/** The payload of a push: its text in the user's language, and the path that a click opens. */
export function pushPayload(message: Message, at: Date): PushPayload {
  const { locale } = message
  const alert = message.alerts[0]
  if (!alert) {
    const { testTitle, testBody } = TEXTS[locale]
    return {
      version: 1,
      kind: 'test',
      ...(message.testId ? { deliveryId: message.testId } : {}),
      locale,
      title: testTitle,
      body: testBody,
      path: localizedPath(locale, '/account'),
      at: at.toISOString(),
    }
  }
  const summary = summaryOf(message)
  if (summary) return summaryPayload(message, summary, at)
  const described = describeAlert(alert, message)
  const { auction } = alert.match
  const body = [
    described.event,
    described.price,
    described.bids,
    described.ends,
    described.isDemo ? TEXTS[locale].demo : undefined,
  ]
  const image = auction.images.find((url) => url.startsWith('https:') && bytes(url) <= MAX_IMAGE_BYTES)
  return {
    version: 1,
    deliveryId: alert.deliveryId,
    auctionId: auction.id,
    kind: alert.kind,
    locale,
    title: cut(described.title, MAX_TITLE_BYTES, bytes),
    body: cut(body.filter(Boolean).join(' · '), MAX_BODY_BYTES, bytes),
    path: described.path,
    ...(image ? { image } : {}),
    at: at.toISOString(),
  }
}

/** Titles in the notification of a summary, about as many as phones show of an expanded one. */
const MAX_SUMMARY_TITLES = 4
const MAX_SUMMARY_TITLE_BYTES = 100

function summaryPayload(message: Message, { headline, counts, alerts, path }: Summary, at: Date): PushPayload {
  const { locale } = message
  const titles = alerts
    .slice(0, MAX_SUMMARY_TITLES)
    .map((alert) => cut(describeAlert(alert, message).title, MAX_SUMMARY_TITLE_BYTES, bytes))
  const rest = alerts.length - titles.length
  return {
    version: 1,
    ...(message.alerts[0] ? { deliveryId: message.alerts[0].deliveryId } : {}),
    kind: 'summary',
    locale,
    title: headline,
    body: cut([counts, ...titles, ...(rest > 0 ? [TEXTS[locale].more(rest)] : [])].join('\n'), MAX_BODY_BYTES, bytes),
    path,
    at: at.toISOString(),
  }
}

/**
 * The payload as JSON.
 * @throws Error when it is too large; the limits above prevent that
 */
export const pushBody = (payload: PushPayload): string => fitting(payload)

/** The marker of Declarative Web Push messages (W3C Push API, "Declarative push message"). */
const DECLARATIVE = 8030
export const DECLARATIVE_TYPE = 'application/notification+json'

/**
 * The payload in a form that Safari can show without the service worker. Where there is a worker, it receives the payload
 * (`mutable`) and shows its own notification instead.
 * @throws Error as {@link pushBody}
 */
export function declarativeBody({ title, body, locale, ...data }: PushPayload, publicUrl: string): string {
  const tag = data.deliveryId ?? data.kind
  const navigate = `${publicUrl}${data.path}`
  const notification = { title, body, lang: locale, navigate, tag, silent: false, data }
  return fitting({ web_push: DECLARATIVE, notification, mutable: true })
}

function fitting(message: object): string {
  const body = JSON.stringify(message)
  if (Buffer.byteLength(body) > MAX_PUSH_PAYLOAD_BYTES) throw new Error(`push payload of ${Buffer.byteLength(body)} bytes`)
  return body
}

const TOPIC_LENGTH = 32

/**
 * The collapse key: while a device is offline, only the newest push of a kind about an auction is kept. 32 characters, the most
 * that push services must accept (RFC 8030, section 5.4; APNs' collapse id allows 64).
 */
export function topicOf({ alerts, batch }: Message): string {
  const alert = alerts[0]
  const name = batch ? `summary ${alert?.deliveryId}` : alert ? `${alert.match.id} ${alert.kind}` : 'test'
  return createHash('sha256').update(name).digest('base64url').slice(0, TOPIC_LENGTH)
}

/** Four weeks, the most that FCM and Mozilla accept (RFC 8030 leaves the limit to the service). */
const MAX_TTL_SECONDS = 2_419_200

/** How long the push service may keep the message, in whole seconds. */
export function ttlSeconds({ expiresAt }: Message, now: Date): number {
  return Math.min(Math.max(Math.floor((expiresAt.getTime() - now.getTime()) / SECOND_MS), 0), MAX_TTL_SECONDS)
}

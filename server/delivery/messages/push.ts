import { MAX_PUSH_PAYLOAD_BYTES, type PushPayload } from '../../../contract/push.ts'
import { localizedPath } from '../../../contract/routes.ts'
import type { Message } from '../sender.ts'
import { cut, describeAlert } from './describe.ts'
import { TEXTS } from './texts.ts'

const MAX_TITLE_BYTES = 300
const MAX_BODY_BYTES = 600
const MAX_IMAGE_BYTES = 1000
const bytes = (text: string) => Buffer.byteLength(text)

/** What a push carries: its finished text, in the reader's language, and where a click leads. */
export function pushPayload(message: Message, at: Date): PushPayload {
  const { locale } = message
  const alert = message.alerts[0]
  if (!alert) {
    const { testTitle, testBody } = TEXTS[locale]
    return {
      version: 1,
      kind: 'test',
      locale,
      title: testTitle,
      body: testBody,
      path: localizedPath(locale, '/account'),
      at: at.toISOString(),
    }
  }
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

/** The payload as it is sent. @throws Error when it would not fit: the limits above rule that out */
export function pushBody(payload: PushPayload): string {
  const body = JSON.stringify(payload)
  if (bytes(body) > MAX_PUSH_PAYLOAD_BYTES) throw new Error(`push payload of ${bytes(body)} bytes`)
  return body
}

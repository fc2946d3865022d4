import type { WebPushSubscription } from '../../../contract/device.ts'
import type { AlertKind } from '../../../contract/eventKind.ts'
import type { Match } from '../../../contract/match.ts'
import type { Money } from '../../../contract/money.ts'
import type { AttemptStatus, NotificationSettings } from '../../../contract/notifications.ts'
import type { Locale } from '../../../contract/primitives.ts'
import type { BatchReason } from '../alerts/schedule.ts'

/** Where a message goes, with everything its sender needs. */
export type Target =
  | { channel: 'discord'; webhookUrl: string; format: NotificationSettings['discord']['format'] }
  | { channel: 'email'; address: string; unsubscribeToken: string; bounceToken: string }
  /** `previous`: the secret before this one, which also signs until `until`. */
  | { channel: 'webhook'; url: string; secret: string; previous?: { secret: string; until: Date } }
  | { channel: 'webPush'; kind: 'webPush'; subscription: WebPushSubscription }
  | { channel: 'webPush'; kind: 'fcm' | 'native'; token: string }

/** One event of one match, as the message presents it. */
export type Alert = {
  deliveryId: string
  kind: AlertKind
  match: Match
  /** Of `priceChange`. */
  from?: Money
  to?: Money
  /** Of `endingSoon`: the step, minutes before the end. */
  minutes?: number
}

/** What one target receives at once: several alerts in a batch, none in a test message. */
export type Message = {
  alerts: readonly Alert[]
  locale: Locale
  timeZone: string
  /** Base URL of the app, without a trailing slash. */
  publicUrl: string
  /** After this the alerts are of no use. */
  expiresAt: Date
  /** Why these alerts are sent together, and how many auctions ended before they could be reported. */
  batch?: { reason: BatchReason; missed: number }
  /** For a test message to a device: the id under which the device reports it as shown. */
  testId?: string
  /** For a mail that asks to confirm its address: the link that confirms it. */
  confirmUrl?: string
}

/**
 * How an attempt ended; `retryAfterMs` when the other side asked for a pause. `detail`: a few words, no secrets. `isLocal`: it
 * failed on our side, before the provider was called (keys, addresses, our own limits), and says nothing about the provider.
 */
export type SendResult = { status: AttemptStatus; detail: string; retryAfterMs?: number; isLocal?: true }

/** Sends to one channel. Never throws for what the other side does: that is a result. */
export type Sender<Kind extends Target['channel']> = {
  send(target: Extract<Target, { channel: Kind }>, message: Message): Promise<SendResult>
  /** Milliseconds until the provider accepts more for this target. Due alerts wait without an attempt. */
  delayMs?(target: Extract<Target, { channel: Kind }>): number
}

export type Senders = { readonly [Kind in Target['channel']]: Sender<Kind> }

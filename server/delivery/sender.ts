import type { WebPushSubscription } from '../../contract/device.ts'
import type { AlertKind } from '../../contract/eventKind.ts'
import type { Match } from '../../contract/match.ts'
import type { Money } from '../../contract/money.ts'
import type { AttemptStatus, NotificationSettings } from '../../contract/notifications.ts'
import type { Locale } from '../../contract/primitives.ts'
import type { Gathered } from './schedule.ts'

/** Where a message goes, with all that its sender needs. */
export type Target =
  | { channel: 'discord'; webhookUrl: string; format: NotificationSettings['discord']['format'] }
  | { channel: 'email'; address: string; unsubscribeToken: string; bounceToken: string }
  /** `previous`: the secret before this one, which signs as well until then. */
  | { channel: 'webhook'; url: string; secret: string; previous?: { secret: string; until: Date } }
  | { channel: 'webPush'; kind: 'webPush'; subscription: WebPushSubscription }
  | { channel: 'webPush'; kind: 'fcm' | 'native'; token: string }

/** One event of one match, as it is told. */
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

/** What is told at once to one target: several alerts in a digest, none in a test message. */
export type Message = {
  alerts: readonly Alert[]
  locale: Locale
  timeZone: string
  /** Of the app, without a slash at the end. */
  publicUrl: string
  /** After this the alert is of no use. */
  expiresAt: Date
  /** Why these were told together, and how many auctions ended before they could be. */
  gathered?: { reason: Gathered; missed: number }
  /** Of a test message to a device: under what it is reported as shown. */
  testId?: string
  /** Of a mail without alerts that asks whether its address is its reader's: where to say so. */
  confirmUrl?: string
}

/**
 * How a try ended; `retryAfterMs` when the other side asked for patience. Detail: a few words, no secrets. `isLocal`: it
 * failed here, before the provider was asked (keys, addresses, our own limits), and says nothing about the provider.
 */
export type SendResult = { status: AttemptStatus; detail: string; retryAfterMs?: number; isLocal?: true }

/** Sends to one kind of channel. Never throws for what the other side does: that is a result. */
export type Sender<Kind extends Target['channel']> = {
  send(target: Extract<Target, { channel: Kind }>, message: Message): Promise<SendResult>
  /** Milliseconds until the provider accepts more for this target; alerts that are due wait, unattempted. */
  restMs?(target: Extract<Target, { channel: Kind }>): number
}

export type Senders = { readonly [Kind in Target['channel']]: Sender<Kind> }

import * as z from 'zod/mini'
import { EventKind } from './eventKind.ts'
import { ClockTime, Id, Instant, TimeZone } from './primitives.ts'
import { CHANNELS, DISCORD_FORMATS, FREQUENCIES } from './vocabulary/kinds.ts'
import { MASK, MAX_WEBHOOK_URL_LENGTH } from './vocabulary/limits.ts'

export { MASK }

export const Channel = z.enum(CHANNELS)
export type Channel = z.infer<typeof Channel>

export const Frequency = z.enum(FREQUENCIES)
export type Frequency = z.infer<typeof Frequency>

/** Whether alerts go to the mail address: only after its owner has confirmed it, and not after a bounce. */
export const EmailStatus = z.enum(['ready', 'unconfirmed', 'bounced', 'missing'])
export type EmailStatus = z.infer<typeof EmailStatus>

export const DiscordFormat = z.enum(DISCORD_FORMATS)

export const NotificationSettings = z.strictObject({
  discord: z.strictObject({
    enabled: z.boolean(),
    /** Empty when none is set; the secret part is masked in answers. */
    webhookUrl: z.string().check(z.maxLength(300)),
    channelName: z.string().check(z.maxLength(100)),
    format: DiscordFormat,
    /** Older records without a frequency are read as `instant`, also for `webPush`. */
    frequency: z._default(Frequency, 'instant'),
  }),
  email: z.strictObject({
    enabled: z.boolean(),
    /** Empty: the account's own address. */
    address: z.string().check(z.maxLength(254)),
    frequency: Frequency,
    /** Set by the server; ignored in requests. */
    status: z.optional(EmailStatus),
  }),
  webPush: z.strictObject({
    enabled: z.boolean(),
    subscribed: z.boolean(),
    notifyNewMatches: z.boolean(),
    notifyPriceChanges: z.boolean(),
    notifyEndingSoon: z.boolean(),
    frequency: z._default(Frequency, 'instant'),
  }),
  /** Older records without ntfy are read as disabled. */
  ntfy: z._default(
    z.strictObject({
      enabled: z.boolean(),
      /** Of the topic. Empty when none is set; in answers all but the server and the end is masked. */
      address: z.string().check(z.maxLength(400)),
      /** Empty for a topic that asks for none; masked in answers. */
      token: z.string().check(z.maxLength(100)),
      frequency: z._default(Frequency, 'instant'),
    }),
    { enabled: false, address: '', token: '', frequency: 'instant' },
  ),
  /** Older records without a webhook are read as disabled. */
  webhook: z._default(
    z.strictObject({
      enabled: z.boolean(),
      /** Empty when none is set; in answers all but the host and the end is masked. */
      url: z.string().check(z.maxLength(MAX_WEBHOOK_URL_LENGTH)),
    }),
    { enabled: false, url: '' },
  ),
  /** Older records without Telegram are read as disabled. */
  telegram: z._default(
    z.strictObject({
      enabled: z.boolean(),
      /** The linked chat's name; empty while none is linked. Set by the server; ignored in requests. */
      chat: z.string().check(z.maxLength(200)),
      frequency: z._default(Frequency, 'instant'),
    }),
    { enabled: false, chat: '', frequency: 'instant' },
  ),
  quietHours: z.strictObject({
    enabled: z.boolean(),
    from: ClockTime,
    to: ClockTime,
    timeZone: TimeZone,
  }),
  /**
   * Messengers and e-mail wait this many minutes for a push to be shown and are used only if none was: one after the other, each
   * after the same time again, e-mail last. Channels with a digest ignore this.
   */
  pushFirst: z._default(z.strictObject({ enabled: z.boolean(), minutes: z.int().check(z.minimum(1), z.maximum(60)) }), {
    enabled: false,
    minutes: 5,
  }),
  /** The channels that the operator has set up. Set by the server; ignored in requests. Absent: all. */
  offered: z.optional(z.array(Channel)),
  /** Alerts per hour and target; further ones are sent together in one message. 0: no cap. */
  maxPerHour: z.int().check(z.minimum(0), z.maximum(1000)),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  discord: { enabled: false, webhookUrl: '', channelName: '', format: 'detailed', frequency: 'instant' },
  email: { enabled: true, address: '', frequency: 'instant' },
  webPush: {
    enabled: false,
    subscribed: false,
    notifyNewMatches: true,
    notifyPriceChanges: true,
    notifyEndingSoon: true,
    frequency: 'instant',
  },
  ntfy: { enabled: false, address: '', token: '', frequency: 'instant' },
  webhook: { enabled: false, url: '' },
  telegram: { enabled: false, chat: '', frequency: 'instant' },
  quietHours: { enabled: false, from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
  pushFirst: { enabled: false, minutes: 5 },
  maxPerHour: 0,
}

// biome-ignore format: a table
export const DeliveryStatus = z.enum([
  'waiting', 'held', 'sending', 'accepted', 'shown', 'opened', 'failed', 'expired',
])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/**
 * Why the user's settings hold a delivery. `bidding`: bids still raise the price and are sent as one change; `cap`: the hourly
 * cap is reached.
 */
export const HoldReason = z.enum(['quietHours', 'digest', 'cap', 'bidding', 'pushFirst'])
export type HoldReason = z.infer<typeof HoldReason>

/** Why a delivery waits. `throttled`: the target asked for a pause; `channelPaused`: its whole service is paused. */
export const WaitReason = z.enum(['retry', 'throttled', 'channelPaused'])
export type WaitReason = z.infer<typeof WaitReason>

/**
 * Why a delivery waits or waited. `unwanted`: when it was due, no filter wanted it any more (snoozed, disabled, or above its
 * price limit). `shownElsewhere`: it waited for a push, which was shown.
 */
export const DeliveryReason = z.enum([...HoldReason.options, ...WaitReason.options, 'unwanted', 'shownElsewhere'])
export type DeliveryReason = z.infer<typeof DeliveryReason>

/**
 * Why an attempt failed. `retry`: network error or 5xx; `throttled`: asked to wait; `dead`: the target is gone; `rejected`: the
 * message was refused; `misconfigured`: our credentials were refused.
 */
export const FailedAttemptStatus = z.enum(['retry', 'throttled', 'dead', 'rejected', 'misconfigured'])
export type FailedAttemptStatus = z.infer<typeof FailedAttemptStatus>

/** The result of one attempt. */
export const AttemptStatus = z.enum(['accepted', ...FailedAttemptStatus.options])
export type AttemptStatus = z.infer<typeof AttemptStatus>

export const Attempt = z.object({
  at: Instant,
  status: AttemptStatus,
  ms: z.int(),
  detail: z.string(),
})
export type Attempt = z.infer<typeof Attempt>

/** One event of one match to one target of one channel. */
export const Delivery = z.object({
  id: Id,
  matchId: Id,
  filterIds: z.array(Id),
  event: EventKind,
  channel: Channel,
  /** A label that the user recognizes: an address, the last four characters of a webhook or topic, the device's name. */
  target: z.string(),
  status: DeliveryStatus,
  reason: z.optional(DeliveryReason),
  /** When it is due, while it waits. */
  dueAt: z.optional(Instant),
  /** The same for all deliveries sent in one message. */
  messageId: z.optional(Id),
  attempts: z.array(Attempt),
  auction: z.object({
    id: Id,
    title: z.string(),
    /** When the seller listed it, if the marketplace says so. */
    listedAt: z.optional(Instant),
    /** When we first saw it. */
    seenAt: Instant,
  }),
  matchedAt: Instant,
  queuedAt: Instant,
  acceptedAt: z.optional(Instant),
  shownAt: z.optional(Instant),
  openedAt: z.optional(Instant),
})
export type Delivery = z.infer<typeof Delivery>

/** `device`: only this one, for `webPush`. */
export const TestRequest = z.strictObject({ channel: Channel, device: z.optional(Id) })
export type TestRequest = z.infer<typeof TestRequest>

/** How a chat is linked to the account: the code is sent there, which the URL does. */
export const ChannelLink = z.object({ code: z.string(), url: z.url({ protocol: /^https$/ }), expiresAt: Instant })
export type ChannelLink = z.infer<typeof ChannelLink>

/** For `webPush` the worst result of the devices; each device has its own answer and whether it showed the message. */
export const TestResult = z.object({
  status: z.union([AttemptStatus, z.literal('notSet')]),
  detail: z.string(),
})
export type TestResult = z.infer<typeof TestResult>

/** The signing key of a webhook's calls (Standard Webhooks), and until when the previous key also signs. */
export const WebhookSecret = z.object({
  secret: z.string(),
  previousUntil: z.optional(Instant),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

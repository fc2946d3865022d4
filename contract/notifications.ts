import * as z from 'zod/mini'
import { EventKind } from './eventKind.ts'
import { ClockTime, Id, Instant, TimeZone } from './primitives.ts'

export const Channel = z.enum(['discord', 'email', 'webPush', 'webhook'])
export type Channel = z.infer<typeof Channel>

/** Each alert by itself, or what has gathered in one message. Reminders of ends are never gathered. */
export const Frequency = z.enum(['instant', 'hourly', 'daily', 'weekly'])
export type Frequency = z.infer<typeof Frequency>

/** Whether alerts go to the mail address: not before its owner has confirmed it, and not after mails came back from it. */
export const EmailStatus = z.enum(['ready', 'unconfirmed', 'bounced', 'missing'])
export type EmailStatus = z.infer<typeof EmailStatus>

export const DiscordFormat = z.enum(['detailed', 'compact'])

/** Shown instead of a webhook's secret; sent back unchanged it keeps what is stored. */
export const MASK = '••••'

export const MAX_WEBHOOK_URL_LENGTH = 1000

export const NotificationSettings = z.strictObject({
  discord: z.strictObject({
    enabled: z.boolean(),
    /** Empty when none is set; the secret part is masked in answers. */
    webhookUrl: z.string().check(z.maxLength(300)),
    channelName: z.string().check(z.maxLength(100)),
    format: DiscordFormat,
    /** Settings from before there was one are read as `instant`, here and for `webPush`. */
    frequency: z._default(Frequency, 'instant'),
  }),
  email: z.strictObject({
    enabled: z.boolean(),
    /** Empty: the account's own address. */
    address: z.string().check(z.maxLength(254)),
    frequency: Frequency,
    /** Said by the server alone; what is sent of it is not looked at. */
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
  /** Settings from before there was one are read as switched off. */
  webhook: z._default(
    z.strictObject({
      enabled: z.boolean(),
      /** Empty when none is set; all but its host and its end is masked in answers. */
      url: z.string().check(z.maxLength(MAX_WEBHOOK_URL_LENGTH)),
    }),
    { enabled: false, url: '' },
  ),
  quietHours: z.strictObject({
    enabled: z.boolean(),
    from: ClockTime,
    to: ClockTime,
    timeZone: TimeZone,
  }),
  /**
   * Discord and e-mail wait this long for a device to show the push, and are used only when none did: first Discord, and
   * after as long again e-mail. Those that gather their alerts do so all the same.
   */
  pushFirst: z._default(z.strictObject({ enabled: z.boolean(), minutes: z.int().check(z.minimum(1), z.maximum(60)) }), {
    enabled: false,
    minutes: 5,
  }),
  /** Alerts an hour at each device, address and webhook; what is more comes in one message. 0 means no cap. */
  maxPerHour: z.int().check(z.minimum(0), z.maximum(1000)),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Specification, section 3. */
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
  webhook: { enabled: false, url: '' },
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
 * What the user has asked to wait for. `bidding`: bids are still raising the price, and are told as one change; `cap`: as
 * many alerts as may come within an hour have come.
 */
export const HoldReason = z.enum(['quietHours', 'digest', 'cap', 'bidding', 'pushFirst'])
export type HoldReason = z.infer<typeof HoldReason>

/** What there is to wait for on the way. `throttled`: the target wants nothing for now; `channelPaused`: its whole service. */
export const WaitReason = z.enum(['retry', 'throttled', 'channelPaused'])
export type WaitReason = z.infer<typeof WaitReason>

/**
 * Why a delivery waits or, when it is over, what it waited for. `unwanted`: when its turn came, no filter wanted it any more:
 * snoozed, switched off, or above its limit. `shownElsewhere`: it waited for a push, and that was shown.
 */
export const DeliveryReason = z.enum([...HoldReason.options, ...WaitReason.options, 'unwanted', 'shownElsewhere'])
export type DeliveryReason = z.infer<typeof DeliveryReason>

/**
 * Why a try failed. `retry`: the network or a 5xx; `throttled`: asked to wait; `dead`: the target is gone; `rejected`: our
 * message was refused; `misconfigured`: our own credentials were refused.
 */
export const FailedAttemptStatus = z.enum(['retry', 'throttled', 'dead', 'rejected', 'misconfigured'])
export type FailedAttemptStatus = z.infer<typeof FailedAttemptStatus>

/** How one try ended. */
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
  /** What a person recognises: an address, the webhook's last four characters, the device's name. */
  target: z.string(),
  status: DeliveryStatus,
  reason: z.optional(DeliveryReason),
  /** While it waits: until when. */
  dueAt: z.optional(Instant),
  /** The same for all that was told in one message. */
  messageId: z.optional(Id),
  attempts: z.array(Attempt),
  /** What it is about. */
  auction: z.object({
    id: Id,
    title: z.string(),
    /** When its seller listed it, where the marketplace says so. */
    listedAt: z.optional(Instant),
    /** When we saw it first. */
    seenAt: Instant,
  }),
  matchedAt: Instant,
  queuedAt: Instant,
  acceptedAt: z.optional(Instant),
  shownAt: z.optional(Instant),
  openedAt: z.optional(Instant),
})
export type Delivery = z.infer<typeof Delivery>

/** `device`: that one alone, of `webPush`. */
export const TestRequest = z.strictObject({ channel: Channel, device: z.optional(Id) })
export type TestRequest = z.infer<typeof TestRequest>

/** Of `webPush` the worst of its devices; what each answered, and whether it showed the message, stands with the device. */
export const TestResult = z.object({
  status: z.union([AttemptStatus, z.literal('notSet')]),
  detail: z.string(),
})
export type TestResult = z.infer<typeof TestResult>

/** With what a webhook's calls are signed (Standard Webhooks): the key, and until when the one before it signs as well. */
export const WebhookSecret = z.object({
  secret: z.string(),
  previousUntil: z.optional(Instant),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

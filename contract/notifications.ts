import * as z from 'zod/mini'
import { EventKind } from './eventKind.ts'
import { ClockTime, Id, Instant, TimeZone } from './primitives.ts'

export const Channel = z.enum(['discord', 'email', 'webPush'])
export type Channel = z.infer<typeof Channel>

export const EmailFrequency = z.enum(['instant', 'hourly', 'daily', 'weekly'])
/** Whether alerts go to the mail address: not before its owner has confirmed it, and not after mails came back from it. */
export const EmailStatus = z.enum(['ready', 'unconfirmed', 'bounced', 'missing'])
export type EmailStatus = z.infer<typeof EmailStatus>

export const DiscordFormat = z.enum(['detailed', 'compact'])

/** Shown instead of a webhook's secret; sent back unchanged it keeps what is stored. */
export const MASK = '••••'

export const NotificationSettings = z.strictObject({
  discord: z.strictObject({
    enabled: z.boolean(),
    /** Empty when none is set; the secret part is masked in answers. */
    webhookUrl: z.string().check(z.maxLength(300)),
    channelName: z.string().check(z.maxLength(100)),
    format: DiscordFormat,
  }),
  email: z.strictObject({
    enabled: z.boolean(),
    /** Empty: the account's own address. */
    address: z.string().check(z.maxLength(254)),
    frequency: EmailFrequency,
    /** Said by the server alone; what is sent of it is not looked at. */
    status: z.optional(EmailStatus),
  }),
  webPush: z.strictObject({
    enabled: z.boolean(),
    subscribed: z.boolean(),
    notifyNewMatches: z.boolean(),
    notifyPriceChanges: z.boolean(),
    notifyEndingSoon: z.boolean(),
  }),
  quietHours: z.strictObject({
    enabled: z.boolean(),
    from: ClockTime,
    to: ClockTime,
    timeZone: TimeZone,
  }),
  /** Alerts an hour over all channels; 0 means no cap. */
  maxPerHour: z.int().check(z.minimum(0), z.maximum(1000)),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Specification, section 3. */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  discord: { enabled: false, webhookUrl: '', channelName: '', format: 'detailed' },
  email: { enabled: true, address: '', frequency: 'instant' },
  webPush: {
    enabled: false,
    subscribed: false,
    notifyNewMatches: true,
    notifyPriceChanges: true,
    notifyEndingSoon: true,
  },
  quietHours: { enabled: false, from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
  maxPerHour: 0,
}

// biome-ignore format: a table
export const DeliveryStatus = z.enum([
  'waiting', 'held', 'sending', 'accepted', 'shown', 'opened', 'failed', 'expired',
])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/**
 * How one try ended. `accepted`; `retry`: the network or a 5xx; `throttled`: asked to wait; `dead`: the target is gone;
 * `rejected`: our message was refused; `misconfigured`: our own credentials were refused.
 */
export const AttemptStatus = z.enum(['accepted', 'retry', 'throttled', 'dead', 'rejected', 'misconfigured'])
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

export const TestResult = z.object({
  status: z.union([AttemptStatus, z.literal('notSet')]),
  detail: z.string(),
})
export type TestResult = z.infer<typeof TestResult>

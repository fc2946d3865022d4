import type { FieldError } from '../../../contract/errors.ts'
import type { AlertKind } from '../../../contract/eventKind.ts'
import type { Match } from '../../../contract/match.ts'
import type { Money } from '../../../contract/money.ts'
import type {
  AttemptStatus,
  Channel,
  ChannelLink,
  HoldReason,
  NotificationSettings,
  TestResult,
} from '../../../contract/notifications.ts'
import type { Locale } from '../../../contract/primitives.ts'
import type { Leadership } from '../../database/leadership.ts'
import type { Db, Tx } from '../../database/pool.ts'
import type { Lane } from '../../database/schema.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Loop } from '../../runtime/loop.ts'
import type { DeliveryRow } from '../../store/deliveries.ts'
import type { DeviceRow } from '../../store/devices.ts'
import type { StoredSettings } from '../../store/notificationSettings.ts'
import type { UserRow } from '../../store/users.ts'
import type { MailQuota } from './email/quota.ts'

/** Where a message goes, with everything its channel needs to send it there. Each channel adds its own fields. */
export type Target = { readonly channel: Channel }

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

/** Why alerts are sent together in one message. */
export type BatchReason = Exclude<HoldReason, 'bidding' | 'pushFirst'>

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

/** A user with the settings as they are stored. */
export type Owner = { user: UserRow; stored: StoredSettings }

/** A target of a user. `label`: what the user recognizes it by. `isStale`: a device without recent contact. */
export type ListedTarget = { target: string; label: string; isStale?: boolean }

export type TargetKey = Pick<DeliveryRow, 'userId' | 'channel' | 'target'>

/** What the settings of a channel become: stored, with the secret encrypted beside them (`null` removes it), or refused. */
export type EnteredSettings<Settings> = { settings: Settings; secret?: Buffer | null } | { errors: FieldError[] }

/** What a test message needs besides the message. */
export type TestContext = { db: Db; now: () => Date; mailQuota: MailQuota }

/** What a channel's background work needs. `lead`: the cluster-wide lock of this name. */
export type WorkContext = { db: Db; log: Logger; lead: (name: string) => Leadership }

/** For a channel whose target the user links from the other side, by a code that is sent there. */
export type Linking = {
  /** A new code, which replaces the user's earlier one; undefined while the provider cannot be asked for its address. */
  start(context: Pick<WorkContext, 'db' | 'log'>, userId: string): Promise<ChannelLink | undefined>
  /** Forgets the linked target and the code. */
  end(tx: Tx, userId: string): Promise<void>
}

/** What does not depend on the operator's settings. */
export type ChannelTraits = {
  /** Quiet hours, caps and digests apply to human readers. A program receives each alert as it occurs. */
  isForHumans: boolean
  /** One message at a time is sent to each target. */
  isSerial: boolean
  /** The maximum number of alerts in a digest or batch; the rest follow in the next. */
  maxBatch: number
  /** The maximum number of other alerts in one message. */
  maxAlerts: number
  /** Concurrent sends of one process. */
  slots: Readonly<Record<Lane, number>>
  /** The user names the service that is called, so the operator can repair neither it nor how it is called. */
  isServiceOfUser?: true
  /**
   * Its place among the channels that "push first" holds back while a push is tried, lowest first; absent: it is never held
   * back. The numbers have gaps for further channels.
   */
  fallbackOrder?: number
  /** Whether the user's settings for the channel want this kind of event; absent: all. */
  wants?(kind: AlertKind, settings: NotificationSettings): boolean
}

/** A way to reach a user: everything that differs between channels. */
export type ChannelModule<Kind extends Channel = Channel, Place extends Target = Target> = {
  /** False where the operator has not set the channel up: the app does not show it. Absent: it always works. */
  isOffered?: boolean
  linking?: Linking
  /** Starts work in the background, in processes that send. */
  start?(context: WorkContext): Pick<Loop, 'stop'>
  /** The user's targets now, by the settings. */
  listTargets(owner: Owner, devices: readonly DeviceRow[], now: Date): ListedTarget[]
  /** A delivery's target; undefined if it is no longer the user's. */
  findTarget(db: Db, owner: Owner, target: string): Promise<Place | undefined>
  /** Never throws for what the other side does: that is a result. */
  send(target: Place, message: Message): Promise<SendResult>
  /** Milliseconds until the provider accepts more for this target. Due alerts wait without an attempt. */
  delayMs?(target: Place): number
  /** The provider that the target is reached through, which has one circuit breaker. */
  providerOf(target: Place): string
  /** Disables a target that its provider reports as dead. */
  disable(tx: Tx, key: TargetKey, detail: string, at: Date): Promise<void>
  /** Enables it again: the report is no longer believed. */
  enable(tx: Tx, key: TargetKey): Promise<void>
  /** The settings as their owner sees them: secrets are masked. */
  showSettings(owner: Owner): NotificationSettings[Kind]
  /** @param before undefined for a user without stored settings */
  enterSettings(
    entered: NotificationSettings[Kind],
    before: StoredSettings | undefined,
  ): EnteredSettings<NotificationSettings[Kind]>
  /**
   * Sends a test message to the user's targets.
   * @param device only to this one
   * @returns undefined when there is no such device
   */
  test(context: TestContext, owner: Owner, message: Message, device?: string): Promise<TestResult | undefined>
  close?(): void
}

export type Channels = { readonly [Kind in Channel]: ChannelModule<Kind> }

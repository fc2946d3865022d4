import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AuctionStatus, Listing } from '../../contract/auction.ts'
import type { GoneReason, WebPushSubscription } from '../../contract/device.ts'
import type { EventKind } from '../../contract/eventKind.ts'
import type { FeedKind } from '../../contract/feedLink.ts'
import type { Criterion, FilterCriteria } from '../../contract/filter.ts'
import type { MatchState } from '../../contract/match.ts'
import type { Money } from '../../contract/money.ts'
import type {
  AttemptStatus,
  Channel,
  DeliveryStatus,
  HoldReason,
  NotificationSettings,
  WaitReason,
} from '../../contract/notifications.ts'
import type { PlanId } from '../../contract/payment.ts'
import type { Highlight } from '../../contract/preview.ts'
import type { Locale } from '../../contract/primitives.ts'

type Json<T extends object | null> = JSONColumnType<T, string, string>
/** A transaction id as text; its numeric order is the order of the logs. */
type Xid = ColumnType<string, never, never>

/** What became of an auction; `deleted`: by a retention rule, logged for recent ones. `listed` with `baseline`: found by the first poll of a marketplace. */
export const AUCTION_EVENT_KINDS = ['listed', 'priceChanged', 'changed', 'ended', 'gone', 'deleted'] as const
export type AuctionEventKind = (typeof AUCTION_EVENT_KINDS)[number]
/** `endMoved`: the end has changed, or has become known or unknown. */
export type AuctionEventData = { baseline?: true; from?: Money; to?: Money; endMoved?: true }
/** `endsAt`: the end that a reminder refers to. */
export type MatchEventData = { from?: Money; to?: Money; minutes?: number; endsAt?: string }
/** `session`: the session has ended. */
export const USER_EVENT_KINDS = ['match', 'auction', 'delivery', 'device', 'session'] as const
export type UserEventKind = (typeof USER_EVENT_KINDS)[number]

/**
 * Lanes of the queue of sends: each has its own workers, so that none delays another. `now`: first attempts of alerts. `later`:
 * retries, the backlog of an outage and digests. `slow`: users with slow targets.
 */
export const LANES = ['now', 'later', 'slow'] as const
export type Lane = (typeof LANES)[number]

export type Database = {
  userAccount: {
    id: string
    /** `issuer|subject` of the identity provider. */
    identity: string
    name: Generated<string>
    email: Generated<string>
    /** Verified by the identity provider. */
    emailVerified: Generated<boolean>
    avatar: Generated<string>
    isAnonymous: boolean
    locale: ColumnType<Locale, Locale | undefined, Locale>
    timeZone: Generated<string>
    createdAt: Generated<Date>
    /** The last sign-in or call, to the hour. */
    lastSeenAt: Generated<Date>
  }
  session: {
    id: string
    userId: string
    tokenHash: Buffer
    device: string
    createdAt: Generated<Date>
    lastSeenAt: Generated<Date>
    expiresAt: Date
    /** The user's last authentication, by the identity provider's clock (claim `auth_time`). */
    signedInAt: Generated<Date>
    /** When the identity provider last confirmed the account. */
    verifiedAt: Generated<Date>
  }
  /** Sign-ins whose session was ended from another browser. */
  endedSignIn: { userId: string; signedInAt: Date; endedAt: Generated<Date> }
  notificationSettings: {
    userId: string
    /** Without the secrets of channels. */
    settings: Json<NotificationSettings>
    /** Encrypted and in base64, by channel. */
    channelSecrets: JSONColumnType<Partial<Record<Channel, string>>, string | undefined, string>
    /** The address whose owner has opened a confirmation link sent there. */
    confirmedEmail: string | null
    /** The address that a mail server reported as unknown. */
    bouncedEmail: string | null
    /** The last unreadable settings that were overwritten. */
    unreadable: JSONColumnType<object | null, string | null | undefined, string | null>
  }
  feedLink: {
    id: string
    userId: string
    filterId: string | null
    kind: FeedKind
    createdAt: Generated<Date>
    lastReadAt: Date | null
    /** Hash of the content at the last read. */
    contentHash: string | null
    changedAt: Generated<Date>
  }
  device: {
    id: string
    userId: string
    deviceKey: string
    kind: 'fcm' | 'webPush' | 'native'
    /** The push endpoint or token, globally unique. */
    address: string
    subscription: ColumnType<WebPushSubscription | null, string | null, string | null>
    userAgent: string
    /** The session that registered it. Ending the session deletes the device. */
    sessionId: string | null
    createdAt: Generated<Date>
    refreshedAt: Generated<Date>
    /** The last push that it reported as shown. */
    shownAt: Date | null
    /** Nothing is sent there from then on; set together with the reason. */
    deadAt: Date | null
    deadReason: GoneReason | null
    /** The provider's answer. */
    deadDetail: string | null
    /** The last test message, reported as shown under this id. Without a status it is under way. */
    testId: string | null
    testAt: Date | null
    testStatus: AttemptStatus | null
    testDetail: string | null
    testShownAt: Date | null
  }
  /**
   * Open circuit breakers of push services, as recorded by the sending processes. `userId`: for this user only; null: for all.
   */
  providerPause: { provider: string; userId: string | null; status: AttemptStatus; since: Date; triedAt: Date }
  filter: {
    id: string
    userId: string
    version: Generated<number>
    criteria: Json<FilterCriteria>
    enabled: boolean
    snoozedUntil: Date | null
    pausedByPlan: Generated<boolean>
    /** The position of its creation in the log. */
    createdXid: Xid
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  filterChange: { xid: Xid; id: Generated<number>; filterId: string; at: Generated<Date> }
  marketplaceState: {
    marketplace: string
    callsLeft: number
    refilledAt: Generated<Date>
    pausedUntil: Date | null
  }
  search: {
    marketplace: string
    key: string
    nextAt: Generated<Date>
    leaseUntil: Date | null
    leaseOwner: string | null
    intervalMs: number
    cursor: ColumnType<unknown, string | null, string | null>
    validators: JSONColumnType<{ etag?: string; lastModified?: string }, string | undefined, string>
    isBaselineDone: Generated<boolean>
    failures: Generated<number>
    lastSuccessAt: Date | null
    lastError: string | null
  }
  pollDay: { marketplace: string; day: ColumnType<string, string, never>; polls: number }
  auction: {
    id: string
    marketplace: string
    externalId: string
    listing: Json<Listing>
    /** The listing's URL; a generated column. */
    link: ColumnType<string | null, never, never>
    status: ColumnType<AuctionStatus, AuctionStatus | undefined, AuctionStatus>
    priceAmount: number | null
    priceCurrency: string | null
    endsAt: Date | null
    firstSeenAt: Generated<Date>
    lastSeenAt: Generated<Date>
    /** Consecutive complete polls that did not contain it. */
    missingPolls: Generated<number>
    /** How often its end or its status has changed. */
    endRevision: Generated<number>
    endRevisedAt: Date | null
    /** The position of its listing in the log. */
    listedXid: Xid
  }
  word: {
    id: Generated<number>
    /** A token as in `contract/tokens.ts`. */
    text: string
    /** The stems; null for a word without stems. */
    german: string | null
    english: string | null
  }
  auctionWords: {
    number: Generated<number>
    auctionId: string
    firstSeenAt: Date
    /** Word ids of the title, and negated ones of the description. */
    words: number[]
  }
  /** Previews by calendar month (UTC). */
  userSearch: { userId: string; month: ColumnType<string, string, never>; searches: number }
  pricePoint: { auctionId: string; at: Date; amount: number; currency: string; bidCount: number | null }
  /** A period in which a search may have missed listings. */
  pollGap: { marketplace: string; key: string; fromAt: Date; toAt: Date }
  auctionEvent: {
    xid: Xid
    id: Generated<number>
    auctionId: string
    kind: AuctionEventKind
    data: JSONColumnType<AuctionEventData, string | undefined, string>
    at: Generated<Date>
  }
  logCursor: { reader: string; xid: ColumnType<string, string, string>; id: number }
  match: {
    id: string
    userId: string
    auctionId: string
    state: ColumnType<MatchState, MatchState | undefined, MatchState>
    matchedAt: Date
    highlights: Json<Highlight[]>
    flags: Json<Criterion[]>
  }
  matchFilter: { matchId: string; filterId: string; matchedAt: Date }
  matchEvent: {
    matchId: string
    kind: EventKind
    occurrence: string
    at: Date
    data: JSONColumnType<MatchEventData, string | undefined, string>
  }
  reminder: { matchId: string; minutes: number; dueAt: Date }
  delivery: {
    id: string
    userId: string
    matchId: string
    filterIds: string[]
    event: EventKind
    occurrence: string
    channel: Channel
    /** Device id, e-mail address or a hash of the webhook; part of the alert key. */
    target: string
    targetLabel: string
    status: DeliveryStatus
    queuedAt: Date
    /** Not sent before. */
    dueAt: Date
    /** The first `dueAt`. The report counts retries as delay, but not quiet hours and digests. */
    plannedAt: Date | null
    /** Not sent after: an alert that is too late is worse than none. */
    expiresAt: Date
    /** Why it was held by the user's settings; kept afterwards. */
    holdReason: HoldReason | 'unwanted' | 'shownElsewhere' | null
    /** Of a `waiting` delivery. */
    waitReason: WaitReason | null
    /** The message that includes or counts it: the id of one of its deliveries. */
    messageId: string | null
    /** For merged price changes: the price before the first. */
    priceFrom: ColumnType<Money | null, string | null, string | null>
    lane: Generated<Lane>
    /** Its place in the lane; 0 is first. */
    rank: Generated<number>
    /** While it is being sent: the fencing token of the claim, the same for all deliveries of the message. */
    claim: string | null
    /** The last claim, by the database's clock. */
    claimedAt: Date | null
    /** The process that claimed it, by the name of its presence; null when it gave up without an outcome. */
    claimedIn: string | null
    /** How often the claim was taken over since the last outcome. */
    takeovers: Generated<number>
    /** It was refused in a batch and is sent alone from then on. */
    batchingDisabled: Generated<boolean>
    acceptedAt: Date | null
    shownAt: Date | null
    openedAt: Date | null
  }
  deliveryAttempt: { deliveryId: string; at: Date; status: AttemptStatus; ms: number; detail: string }
  userEvent: { xid: Xid; id: Generated<number>; userId: string; kind: UserEventKind; subject: string; at: Generated<Date> }
  subscription: {
    id: string
    userId: string
    plan: PlanId
    createdAt: Generated<Date>
    endsAt: Date
    cancelAtPeriodEnd: Generated<boolean>
  }
  referralLink: { id: string; userId: string; name: string | null; text: string | null; createdAt: Generated<Date> }
  referralUse: { userId: string; linkId: string; at: Generated<Date> }
  filterReport: {
    id: string
    userId: string
    filterId: string
    auctionId: string | null
    reason: string
    comment: string | null
    createdAt: Generated<Date>
  }
  /** A linked chat, or a code that links one; both as keyed hashes. */
  telegramLink: { userId: string; codeHash: Buffer | null; codeExpiresAt: Date | null; chatHash: Buffer | null }
  /** The next update to handle; `id`: the bot's number. */
  telegramBot: { id: number; nextUpdate: number; updatedAt: Date }
  /** SHA-256 of the identities whose accounts were erased. */
  erasedIdentity: { identityHash: Buffer; erasedAt: Date }
  /** Permits used in a rate limit's window; `key`: its bucket and subject. */
  rateLimit: { key: string; used: number; endsAt: Date }
  idempotencyKey: {
    userId: string
    key: string
    requestHash: Buffer
    status: number | null
    body: ColumnType<unknown, string | null, string | null>
    createdAt: Generated<Date>
  }
}

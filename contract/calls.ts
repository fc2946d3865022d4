import * as z from 'zod/mini'
import { AlertReport } from './alertReport.ts'
import { AuctionDetail } from './auction.ts'
import { AppConfig } from './config.ts'
import { Device, DeviceDraft, DeviceWithdrawal } from './device.ts'
import { EventKind } from './eventKind.ts'
import { AuctionExplanation, ExplainRequest } from './explain.ts'
import { FeedLink, FeedLinkDraft } from './feedLink.ts'
import { Filter, FilterDraft, FilterOptions, FilterPatch, FilterReport } from './filter.ts'
import { FoundPlace } from './location.ts'
import { Marketplace } from './marketplace.ts'
import { Match, MatchPatch, MatchSort, MatchState } from './match.ts'
import {
  Channel,
  ChannelLink,
  Delivery,
  DeliveryStatus,
  NotificationSettings,
  TestRequest,
  TestResult,
  WebhookSecret,
} from './notifications.ts'
import { Checkout, Plan, Subscription, SubscriptionDraft } from './payment.ts'
import { Preview } from './preview.ts'
import { Country, Id, Instant } from './primitives.ts'
import { Spellings, SpellingsRequest } from './spellings.ts'
import { ExchangedToken, SessionInfo, Stats, TokenExchange, User, UserPatch } from './user.ts'

export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 200
/** Request bodies above this many bytes are answered with 413. */
export const MAX_BODY_BYTES = 65_536

/** Numbers in a query string arrive as text. */
const countParameter = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, 'number')),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int().check(z.minimum(1), z.maximum(max)),
    ),
  )

const page = {
  limit: z.optional(countParameter(MAX_PAGE_SIZE)),
  cursor: z.optional(z.string().check(z.maxLength(400))),
}

const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    items: z.array(item),
    nextCursor: z.nullable(z.string()),
    /** When the list was read. */
    asOf: Instant,
  })

const byId = z.object({ id: Id })
const byChannel = z.object({ channel: Channel })
const NoContent = z.void()

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path syntax common to Fastify and the app: `/api/filters/:id`. */
  readonly path: string
  /** Callable without a session. */
  readonly open?: true
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** Answers by status. */
  readonly answers: Readonly<Record<number, z.ZodMiniType>>
}

// biome-ignore format: a table
/** Every API call except the event stream: the only definition of methods, paths and shapes. */
export const calls = {
  exchangeToken: {
    method: 'POST', path: '/api/auth/firebase', open: true,
    body: TokenExchange, answers: { 200: ExchangedToken },
  },
  endSession: {
    method: 'DELETE', path: '/api/auth/session',
    answers: { 204: NoContent },
  },
  listSessions: {
    method: 'GET', path: '/api/user/sessions',
    answers: { 200: z.array(SessionInfo) },
  },
  endOtherSession: {
    method: 'DELETE', path: '/api/user/sessions/:id',
    params: byId, answers: { 204: NoContent },
  },
  endOtherSessions: {
    method: 'DELETE', path: '/api/user/sessions',
    answers: { 204: NoContent },
  },
  readUser: {
    method: 'GET', path: '/api/user/me',
    answers: { 200: User },
  },
  changeUser: {
    method: 'PATCH', path: '/api/user/me',
    body: UserPatch, answers: { 200: User },
  },
  eraseUser: {
    method: 'DELETE', path: '/api/user/me',
    answers: { 204: NoContent },
  },
  exportUser: {
    method: 'GET', path: '/api/user/export',
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  readStats: {
    method: 'GET', path: '/api/stats',
    answers: { 200: Stats },
  },
  readFilterOptions: {
    method: 'GET', path: '/api/filters/options',
    answers: { 200: FilterOptions },
  },
  listFilters: {
    method: 'GET', path: '/api/filters/user',
    answers: { 200: z.array(Filter) },
  },
  createFilter: {
    method: 'POST', path: '/api/filters',
    body: FilterDraft, answers: { 201: Filter },
  },
  replaceFilter: {
    method: 'PUT', path: '/api/filters/:id',
    params: byId, body: FilterDraft, answers: { 200: Filter },
  },
  changeFilter: {
    method: 'PATCH', path: '/api/filters/:id',
    params: byId, body: FilterPatch, answers: { 200: Filter },
  },
  deleteFilter: {
    method: 'DELETE', path: '/api/filters/:id',
    params: byId, answers: { 204: NoContent },
  },
  testFilter: {
    method: 'POST', path: '/api/filters/test',
    query: z.object({ limit: z.optional(countParameter(MAX_PAGE_SIZE)) }),
    body: FilterDraft, answers: { 200: Preview },
  },
  listSpellings: {
    method: 'POST', path: '/api/filters/spellings',
    body: SpellingsRequest, answers: { 200: Spellings },
  },
  reportFilter: {
    method: 'POST', path: '/api/filters/report',
    body: FilterReport, answers: { 201: z.object({ id: Id }) },
  },
  findLocation: {
    method: 'GET', path: '/api/location/:zip',
    params: z.object({ zip: z.string().check(z.maxLength(20)) }),
    query: z.object({ country: z.optional(Country) }),
    answers: { 200: FoundPlace },
  },
  listMatches: {
    method: 'GET', path: '/api/matches',
    query: z.object({
      ...page,
      filter: z.optional(Id),
      marketplace: z.optional(z.string().check(z.maxLength(64))),
      state: z.optional(MatchState),
      event: z.optional(EventKind),
      sort: z.optional(MatchSort),
    }),
    answers: { 200: listOf(Match) },
  },
  changeMatch: {
    method: 'PATCH', path: '/api/matches/:id',
    params: byId, body: MatchPatch, answers: { 200: Match },
  },
  readAuction: {
    method: 'GET', path: '/api/auctions/:id',
    params: byId, answers: { 200: AuctionDetail },
  },
  explainAuction: {
    method: 'POST', path: '/api/auctions/explain',
    body: ExplainRequest, answers: { 200: AuctionExplanation },
  },
  readNotificationSettings: {
    method: 'GET', path: '/api/notifications/settings',
    answers: { 200: NotificationSettings },
  },
  replaceNotificationSettings: {
    method: 'PUT', path: '/api/notifications/settings',
    body: NotificationSettings, answers: { 200: NotificationSettings },
  },
  listDevices: {
    method: 'GET', path: '/api/notifications/devices',
    answers: { 200: z.array(Device) },
  },
  registerDevice: {
    method: 'POST', path: '/api/notifications/devices',
    body: DeviceDraft, answers: { 200: Device },
  },
  deleteDevice: {
    method: 'DELETE', path: '/api/notifications/devices/:id',
    params: byId, answers: { 204: NoContent },
  },
  withdrawDevice: {
    method: 'POST', path: '/api/notifications/devices/withdrawal',
    body: DeviceWithdrawal, answers: { 204: NoContent },
  },
  testChannel: {
    method: 'POST', path: '/api/notifications/test',
    body: TestRequest, answers: { 200: TestResult },
  },
  linkChannel: {
    method: 'POST', path: '/api/notifications/channels/:channel/link',
    params: byChannel, answers: { 200: ChannelLink },
  },
  unlinkChannel: {
    method: 'DELETE', path: '/api/notifications/channels/:channel/link',
    params: byChannel, answers: { 204: NoContent },
  },
  confirmEmail: {
    method: 'POST', path: '/api/notifications/email/confirmation',
    answers: { 200: TestResult },
  },
  readAlertReport: {
    method: 'GET', path: '/api/notifications/report',
    answers: { 200: AlertReport },
  },
  resendDelivery: {
    method: 'POST', path: '/api/notifications/deliveries/:id/resend',
    params: byId, answers: { 204: NoContent },
  },
  readWebhookSecret: {
    method: 'GET', path: '/api/notifications/webhook/secret',
    answers: { 200: WebhookSecret },
  },
  renewWebhookSecret: {
    method: 'POST', path: '/api/notifications/webhook/secret',
    answers: { 200: WebhookSecret },
  },
  listDeliveries: {
    method: 'GET', path: '/api/notifications/deliveries',
    query: z.object({
      ...page,
      match: z.optional(Id),
      filter: z.optional(Id),
      status: z.optional(DeliveryStatus),
    }),
    answers: { 200: listOf(Delivery) },
  },
  markShown: {
    method: 'POST', path: '/api/notifications/deliveries/:id/shown',
    params: byId, answers: { 204: NoContent },
  },
  markOpened: {
    method: 'POST', path: '/api/notifications/deliveries/:id/opened',
    params: byId, answers: { 204: NoContent },
  },
  listFeedLinks: {
    method: 'GET', path: '/api/feeds',
    answers: { 200: z.array(FeedLink) },
  },
  createFeedLink: {
    method: 'POST', path: '/api/feeds',
    body: FeedLinkDraft, answers: { 201: FeedLink },
  },
  renewFeedLink: {
    method: 'POST', path: '/api/feeds/:id/renewal',
    params: byId, answers: { 201: FeedLink },
  },
  deleteFeedLink: {
    method: 'DELETE', path: '/api/feeds/:id',
    params: byId, answers: { 204: NoContent },
  },
  listMarketplaces: {
    method: 'GET', path: '/api/marketplaces', open: true,
    answers: { 200: z.array(Marketplace) },
  },
  readMarketplace: {
    method: 'GET', path: '/api/marketplaces/:id', open: true,
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    answers: { 200: Marketplace },
  },
  listSubscriptions: {
    method: 'GET', path: '/api/payment/subscription',
    answers: { 200: z.array(Subscription) },
  },
  createSubscription: {
    method: 'POST', path: '/api/payment/subscription',
    body: SubscriptionDraft, answers: { 200: Checkout, 201: Subscription },
  },
  cancelSubscription: {
    method: 'DELETE', path: '/api/payment/subscription/:id',
    params: byId, answers: { 204: NoContent },
  },
  listPlans: {
    method: 'GET', path: '/api/payment/plans', open: true,
    answers: { 200: z.array(Plan) },
  },
  createReferralLink: {
    method: 'POST', path: '/api/referral/link',
    query: z.object({
      name: z.optional(z.string().check(z.maxLength(80))),
      text: z.optional(z.string().check(z.maxLength(280))),
    }),
    answers: { 200: z.object({ id: z.string() }) },
  },
  useReferral: {
    method: 'POST', path: '/api/referral/use',
    query: z.object({ inviter: z.string().check(z.minLength(1), z.maxLength(64)) }),
    answers: { 204: NoContent },
  },
  readConfig: {
    method: 'GET', path: '/api/config', open: true,
    answers: { 200: AppConfig },
  },
  isLive: {
    method: 'GET', path: '/api/health/live', open: true,
    answers: { 200: z.object({ status: z.literal('live') }) },
  },
  isReady: {
    method: 'GET', path: '/api/health/ready', open: true,
    answers: { 200: z.object({ status: z.literal('ready') }) },
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

import * as z from 'zod/mini'
import { AuctionDetail } from './auction.ts'
import { AppConfig } from './config.ts'
import { Device, DeviceDraft } from './device.ts'
import { EventKind } from './eventKind.ts'
import { AuctionExplanation, ExplainRequest } from './explain.ts'
import { Filter, FilterDraft, FilterOptions, FilterPatch, FilterReport } from './filter.ts'
import { FoundPlace } from './location.ts'
import { Marketplace } from './marketplace.ts'
import { Match, MatchPatch, MatchSort, MatchState } from './match.ts'
import { Channel, Delivery, DeliveryStatus, NotificationSettings, TestResult } from './notifications.ts'
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
const NoContent = z.void()

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify's and the app's common way to write a path: `/api/filters/:id`. */
  readonly path: string
  /** What it does, for the OpenAPI document. */
  readonly summary: string
  /** Callable without a session. */
  readonly open?: true
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** Answers by status. */
  readonly answers: Readonly<Record<number, z.ZodMiniType>>
}

// biome-ignore format: a table
/** Every call of the product's API but the event stream: the only place where method, path and shapes are written. */
export const calls = {
  exchangeToken: {
    method: 'POST', path: '/api/auth/firebase', open: true,
    summary: "Exchange the identity provider's ID token for a session token",
    body: TokenExchange, answers: { 200: ExchangedToken },
  },
  endSession: {
    method: 'DELETE', path: '/api/auth/session',
    summary: 'End this session; its token is dead at once',
    answers: { 204: NoContent },
  },
  listSessions: {
    method: 'GET', path: '/api/user/sessions',
    summary: "The user's sessions",
    answers: { 200: z.array(SessionInfo) },
  },
  endOtherSession: {
    method: 'DELETE', path: '/api/user/sessions/:id',
    summary: "End one of the user's sessions",
    params: byId, answers: { 204: NoContent },
  },
  readUser: {
    method: 'GET', path: '/api/user/me',
    summary: 'The signed-in user or guest',
    answers: { 200: User },
  },
  changeUser: {
    method: 'PATCH', path: '/api/user/me',
    summary: 'Change name, language or time zone',
    body: UserPatch, answers: { 200: User },
  },
  eraseUser: {
    method: 'DELETE', path: '/api/user/me',
    summary: 'Delete the account with everything in it',
    answers: { 204: NoContent },
  },
  exportUser: {
    method: 'GET', path: '/api/user/export',
    summary: 'Everything stored about the user',
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  readStats: {
    method: 'GET', path: '/api/stats',
    summary: 'Quota and today in numbers',
    answers: { 200: Stats },
  },
  readFilterOptions: {
    method: 'GET', path: '/api/filters/options',
    summary: 'What a filter can choose from',
    answers: { 200: FilterOptions },
  },
  listFilters: {
    method: 'GET', path: '/api/filters/user',
    summary: "The user's filters",
    answers: { 200: z.array(Filter) },
  },
  createFilter: {
    method: 'POST', path: '/api/filters',
    summary: 'Save a new filter',
    body: FilterDraft, answers: { 201: Filter },
  },
  replaceFilter: {
    method: 'PUT', path: '/api/filters/:id',
    summary: 'Replace a filter; If-Match: its version',
    params: byId, body: FilterDraft, answers: { 200: Filter },
  },
  changeFilter: {
    method: 'PATCH', path: '/api/filters/:id',
    summary: 'Switch or snooze a filter; If-Match: its version',
    params: byId, body: FilterPatch, answers: { 200: Filter },
  },
  deleteFilter: {
    method: 'DELETE', path: '/api/filters/:id',
    summary: 'Delete a filter; also 204 when it is gone already',
    params: byId, answers: { 204: NoContent },
  },
  testFilter: {
    method: 'POST', path: '/api/filters/test',
    summary: 'What a draft would have found among stored auctions',
    query: z.object({ limit: z.optional(countParameter(MAX_PAGE_SIZE)) }),
    body: FilterDraft, answers: { 200: Preview },
  },
  listSpellings: {
    method: 'POST', path: '/api/filters/spellings',
    summary: "How sellers mistype a filter's words, and in how many stored titles",
    body: SpellingsRequest, answers: { 200: Spellings },
  },
  reportFilter: {
    method: 'POST', path: '/api/filters/report',
    summary: 'Report a wrong or missed match',
    body: FilterReport, answers: { 201: z.object({ id: Id }) },
  },
  findLocation: {
    method: 'GET', path: '/api/location/:zip',
    summary: 'The place of a postal code',
    params: z.object({ zip: z.string().check(z.maxLength(20)) }),
    query: z.object({ country: z.optional(Country) }),
    answers: { 200: FoundPlace },
  },
  listMatches: {
    method: 'GET', path: '/api/matches',
    summary: 'The inbox',
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
    summary: 'Mark a match as seen, saved or hidden',
    params: byId, body: MatchPatch, answers: { 200: Match },
  },
  readAuction: {
    method: 'GET', path: '/api/auctions/:id',
    summary: 'One auction with its price history',
    params: byId, answers: { 200: AuctionDetail },
  },
  explainAuction: {
    method: 'POST', path: '/api/auctions/explain',
    summary: 'Why an auction, stored or behind a link, meets a filter or not, and what would change that',
    body: ExplainRequest, answers: { 200: AuctionExplanation },
  },
  readNotificationSettings: {
    method: 'GET', path: '/api/notifications/settings',
    summary: 'Channels, quiet hours, caps',
    answers: { 200: NotificationSettings },
  },
  replaceNotificationSettings: {
    method: 'PUT', path: '/api/notifications/settings',
    summary: 'Replace the notification settings',
    body: NotificationSettings, answers: { 200: NotificationSettings },
  },
  listDevices: {
    method: 'GET', path: '/api/notifications/devices',
    summary: 'Browsers and phones that take push',
    answers: { 200: z.array(Device) },
  },
  registerDevice: {
    method: 'POST', path: '/api/notifications/devices',
    summary: 'Register or refresh a device; the same deviceKey replaces',
    body: DeviceDraft, answers: { 200: Device },
  },
  deleteDevice: {
    method: 'DELETE', path: '/api/notifications/devices/:id',
    summary: 'Forget a device',
    params: byId, answers: { 204: NoContent },
  },
  testChannel: {
    method: 'POST', path: '/api/notifications/test',
    summary: 'Send a test message and tell how it went',
    body: z.strictObject({ channel: Channel }), answers: { 200: TestResult },
  },
  confirmEmail: {
    method: 'POST', path: '/api/notifications/email/confirmation',
    summary: 'Send a link to the mail address of the settings; who opens it confirms the address',
    answers: { 200: TestResult },
  },
  listDeliveries: {
    method: 'GET', path: '/api/notifications/deliveries',
    summary: 'The ledger of alerts',
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
    summary: 'The notification was shown (called by the service worker)',
    params: byId, answers: { 204: NoContent },
  },
  markOpened: {
    method: 'POST', path: '/api/notifications/deliveries/:id/opened',
    summary: 'The notification was clicked (called by the service worker)',
    params: byId, answers: { 204: NoContent },
  },
  listMarketplaces: {
    method: 'GET', path: '/api/marketplaces', open: true,
    summary: 'The marketplaces that are watched here',
    answers: { 200: z.array(Marketplace) },
  },
  readMarketplace: {
    method: 'GET', path: '/api/marketplaces/:id', open: true,
    summary: 'One marketplace',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    answers: { 200: Marketplace },
  },
  listSubscriptions: {
    method: 'GET', path: '/api/payment/subscription',
    summary: "The user's subscriptions, newest first",
    answers: { 200: z.array(Subscription) },
  },
  createSubscription: {
    method: 'POST', path: '/api/payment/subscription',
    summary: 'Subscribe to a plan; 200 with a checkout address where payment happens elsewhere',
    body: SubscriptionDraft, answers: { 200: Checkout, 201: Subscription },
  },
  cancelSubscription: {
    method: 'DELETE', path: '/api/payment/subscription/:id',
    summary: 'Cancel; it runs to the end of its period',
    params: byId, answers: { 204: NoContent },
  },
  listPlans: {
    method: 'GET', path: '/api/payment/plans', open: true,
    summary: 'What can be bought',
    answers: { 200: z.array(Plan) },
  },
  createReferralLink: {
    method: 'POST', path: '/api/referral/link',
    summary: "The user's referral link",
    query: z.object({
      name: z.optional(z.string().check(z.maxLength(80))),
      text: z.optional(z.string().check(z.maxLength(280))),
    }),
    answers: { 200: z.object({ id: z.string() }) },
  },
  useReferral: {
    method: 'POST', path: '/api/referral/use',
    summary: 'Use a referral',
    query: z.object({ inviter: z.string().check(z.minLength(1), z.maxLength(64)) }),
    answers: { 204: NoContent },
  },
  readConfig: {
    method: 'GET', path: '/api/config', open: true,
    summary: 'What the app must know of this installation',
    answers: { 200: AppConfig },
  },
  isLive: {
    method: 'GET', path: '/api/health/live', open: true,
    summary: 'The process answers',
    answers: { 200: z.object({ status: z.literal('live') }) },
  },
  isReady: {
    method: 'GET', path: '/api/health/ready', open: true,
    summary: 'The process can serve: database reachable and migrated, not stopping',
    answers: { 200: z.object({ status: z.literal('ready') }) },
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

import * as z from 'zod/mini'
import { AuctionDetail } from '../../../contract/auction.ts'
import { ErrorCode } from '../../../contract/errors.ts'
import { Filter, FilterOptions } from '../../../contract/filter.ts'
import { Marketplace } from '../../../contract/marketplace.ts'
import { Match } from '../../../contract/match.ts'
import { Instant, Locale } from '../../../contract/primitives.ts'
import { User } from '../../../contract/user.ts'

// The content security policy forbids eval, which zod would try once to compile its parsers.
z.config({ jitless: true })

/** A list that drops only invalid entries: one entry from an older build must not empty the inbox. */
const listKeepingGood = <T extends z.ZodMiniType>(entry: T) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((entries: unknown[]) =>
      entries.flatMap((value): z.infer<T>[] => {
        const parsed = z.safeParse(entry, value)
        return parsed.success ? [parsed.data] : []
      }),
    ),
  )

/** The stored part of the session; its two caches are separate records. */
const Session = z.object({
  isAuthenticated: z.boolean(),
  isAnonymous: z.boolean(),
  token: z.nullable(z.string()),
  currentPlan: z.nullable(z.string()),
  subscriptionStartDate: z.nullable(Instant),
  noPremium: z.boolean(),
  remainingFilters: z.number(),
  acceptingReferralCode: z.nullable(z.string()),
  userReferralCode: z.nullable(z.string()),
  accountId: z.nullable(z.string()),
  isWebView: z.boolean(),
  notificationToken: z.nullable(z.string()),
})
export type StoredSession = z.infer<typeof Session>

export const Theme = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof Theme>

const Preferences = z.object({
  theme: Theme,
  /** The chosen language, or that of the last visited page with a language in its URL. The worker uses it too. */
  locale: Locale,
  /** Whether it has yet to be saved to the account. */
  localeUntold: z._default(z.boolean(), false),
  /** Epoch milliseconds of the visit before this one, for "since your last visit". */
  lastVisitAt: z.nullable(z.number()),
  pushEnabled: z.boolean(),
  /** When this device's push address was last registered (epoch milliseconds), for which user, and its kind. */
  deviceRefresh: z._default(
    z.nullable(z.object({ account: z.string(), at: z.number(), kind: z.enum(['fcm', 'webPush', 'native']) })),
    null,
  ),
  /** Epoch milliseconds; null while push may still be offered. */
  pushOfferDismissedAt: z._default(z.nullable(z.number()), null),
})
export type Preferences = z.infer<typeof Preferences>

/** A change by the user that the server has not confirmed. */
const OutboxEntry = z.object({
  /** Doubles as the call's Idempotency-Key. */
  id: z.uuid(),
  call: z.enum(['changeMatch', 'createFilter', 'replaceFilter', 'changeFilter', 'deleteFilter']),
  /** The id of the match or filter, for the replay order and the screen; null for a new filter. */
  subject: z.nullable(z.string()),
  /** A name that the user recognises. */
  label: z.string(),
  body: z.optional(z.unknown()),
  /** The version that it is based on, sent as If-Match. */
  version: z.optional(z.number()),
  createdAt: z.number(),
  attempts: z.number(),
  /** `waiting` to be sent; `conflict`: changed elsewhere meanwhile; `rejected` by the server. The last two need a decision. */
  state: z.enum(['waiting', 'conflict', 'rejected']),
  code: z.optional(ErrorCode),
  /** With `conflict`: the stored version. */
  current: z.optional(z.unknown()),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>

/** The matches stored for offline use, and when they were loaded (epoch milliseconds). */
export type CachedAuctions = { auctions: Match[]; timestamp: number | null }
export type CachedDetail = { auction: AuctionDetail; fetchedAt: number }
const PendingLogOut = z.object({ token: z.string(), at: z.number() })
export type PendingLogOut = z.infer<typeof PendingLogOut>
export type PendingPath = { path: string; at: number }

/** Everything stored on this device. */
export type Records = {
  session: StoredSession
  user: User | null
  cachedFilters: Filter[]
  cachedAuctions: CachedAuctions
  /** Auctions that were opened, for offline use. */
  details: CachedDetail[]
  options: FilterOptions | null
  marketplaces: Marketplace[]
  outbox: OutboxEntry[]
  /** The unsaved form of `/filters/create`. */
  unsavedFilter: unknown
  /** Created once per browser; the server identifies the device by it when the address changes. */
  deviceKey: string | null
  /** The target of a clicked notification, for platforms that open the start page instead. */
  pendingPath: PendingPath | null
  /** Tokens of sessions that were logged out but not yet ended on the server; `at`: when, epoch milliseconds. */
  pendingLogOuts: PendingLogOut[]
  /** Deliveries that the worker has shown, newest first, so that none is shown twice. */
  shownDeliveries: string[]
  preferences: Preferences
}
export type RecordName = keyof Records

const schemas: {
  [N in RecordName]: { safeParse(value: unknown): { success: boolean; data?: Records[N] | undefined; error?: unknown } }
} = {
  session: Session,
  user: z.nullable(User),
  cachedFilters: listKeepingGood(Filter),
  cachedAuctions: z.object({ auctions: listKeepingGood(Match), timestamp: z.nullable(z.number()) }),
  details: listKeepingGood(z.object({ auction: AuctionDetail, fetchedAt: z.number() })),
  options: z.nullable(FilterOptions),
  marketplaces: listKeepingGood(Marketplace),
  outbox: listKeepingGood(OutboxEntry),
  unsavedFilter: z.unknown(),
  deviceKey: z.nullable(z.string()),
  pendingPath: z.nullable(z.object({ path: z.string().check(z.regex(/^\/(?![/\\])/)), at: z.number() })),
  pendingLogOuts: listKeepingGood(PendingLogOut),
  shownDeliveries: listKeepingGood(z.string()),
  preferences: Preferences,
}

/** Parses a stored value; undefined if it is invalid. */
export function parseRecord<N extends RecordName>(name: N, value: unknown): Records[N] | undefined {
  const result = schemas[name].safeParse(value)
  if (!result.success) console.warn(`Stored record "${name}" is not readable and is replaced by its default.`, result.error)
  return result.data
}

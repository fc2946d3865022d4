import * as z from 'zod/mini'
import { AuctionDetail } from '../../contract/auction.ts'
import { ErrorCode } from '../../contract/errors.ts'
import { Filter, FilterOptions } from '../../contract/filter.ts'
import { Marketplace } from '../../contract/marketplace.ts'
import { Match } from '../../contract/match.ts'
import { Instant, Locale } from '../../contract/primitives.ts'
import { User } from '../../contract/user.ts'

// The page forbids eval, and zod would try it once to compile its parsers.
z.config({ jitless: true })

/** A list that loses only its bad entries: one record of an older build must not empty the inbox. */
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

/** What of the session outlives the page; the two caches are records of their own. */
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
  /** The language that was chosen, or that of the last visited page whose address names one; the worker speaks it too. */
  locale: Locale,
  /** Whether the account has yet to be told of it. */
  localeUntold: z._default(z.boolean(), false),
  /** Epoch milliseconds of the visit before this one, for "since your last visit". */
  lastVisitAt: z.nullable(z.number()),
  pushEnabled: z.boolean(),
  /** When (epoch milliseconds) this device's address for push was last told to the server, for whom, and what kind it is. */
  deviceRefresh: z._default(
    z.nullable(z.object({ account: z.string(), at: z.number(), kind: z.enum(['fcm', 'webPush', 'native']) })),
    null,
  ),
  /** Epoch milliseconds; null while push may still be offered. */
  pushOfferDismissedAt: z._default(z.nullable(z.number()), null),
})
export type Preferences = z.infer<typeof Preferences>

/** A change that the user made and the server has not confirmed. */
const OutboxEntry = z.object({
  /** Doubles as the call's Idempotency-Key. */
  id: z.uuid(),
  call: z.enum(['changeMatch', 'createFilter', 'replaceFilter', 'changeFilter', 'deleteFilter']),
  /** What it is about, for the order of replay and for the screen: a match's or filter's id; none for a new filter. */
  subject: z.nullable(z.string()),
  /** What a person calls it. */
  label: z.string(),
  body: z.optional(z.unknown()),
  /** The version that it was made upon, sent as If-Match. */
  version: z.optional(z.number()),
  createdAt: z.number(),
  attempts: z.number(),
  /** `waiting` to be sent; `conflict`: changed elsewhere meanwhile; `rejected`: the server refused it. The last two wait for the user. */
  state: z.enum(['waiting', 'conflict', 'rejected']),
  code: z.optional(ErrorCode),
  /** With `conflict`: what is stored now. */
  current: z.optional(z.unknown()),
})
export type OutboxEntry = z.infer<typeof OutboxEntry>

/** The matches kept for reading offline, and when (epoch milliseconds) they were read. */
export type CachedAuctions = { auctions: Match[]; timestamp: number | null }
export type CachedDetail = { auction: AuctionDetail; fetchedAt: number }
const PendingLogOut = z.object({ token: z.string(), at: z.number() })
export type PendingLogOut = z.infer<typeof PendingLogOut>
export type PendingPath = { path: string; at: number }

/** Everything that is kept on this device. */
export type Records = {
  session: StoredSession
  user: User | null
  cachedFilters: Filter[]
  cachedAuctions: CachedAuctions
  /** Auctions that were opened, for reading them again offline. */
  details: CachedDetail[]
  options: FilterOptions | null
  marketplaces: Marketplace[]
  outbox: OutboxEntry[]
  /** The unsaved form of `/filters/create`, as typed. */
  unsavedFilter: unknown
  /** Made once for this browser; the server replaces the device's address under it. */
  deviceKey: string | null
  /** Where a clicked notification wants to go when the platform opened the start page instead. */
  pendingPath: PendingPath | null
  /** Session tokens of people who have logged out, until the server knows; `at`: when, epoch milliseconds. */
  pendingLogOuts: PendingLogOut[]
  /** Deliveries that the worker has shown, newest first: the same one is never shown twice. */
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

/** A stored value as what it should be; undefined when it is not. */
export function parseRecord<N extends RecordName>(name: N, value: unknown): Records[N] | undefined {
  const result = schemas[name].safeParse(value)
  if (!result.success) console.warn(`Stored record "${name}" is not readable and is replaced by its default.`, result.error)
  return result.data
}

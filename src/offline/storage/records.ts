import * as z from 'zod/mini'
import { AuctionDetail } from '../../../contract/auction.ts'
import { ErrorCode } from '../../../contract/errors.ts'
import { Filter, FilterOptions } from '../../../contract/filter.ts'
import { Marketplace } from '../../../contract/marketplace.ts'
import { Match } from '../../../contract/match.ts'
import { User } from '../../../contract/user.ts'
import { DeviceKey, Preferences, Session, type StoredSession } from './browserRecords.ts'

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
type CachedDetail = { auction: AuctionDetail; fetchedAt: number }
const PendingLogOut = z.object({ token: z.string(), at: z.number() })
type PendingLogOut = z.infer<typeof PendingLogOut>
type PendingPath = { path: string; at: number }

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
  deviceKey: DeviceKey,
  pendingPath: z.nullable(z.object({ path: z.string().check(z.regex(/^\/(?![/\\])/)), at: z.number() })),
  pendingLogOuts: listKeepingGood(PendingLogOut),
  preferences: Preferences,
}

/** Parses a stored value; undefined if it is invalid. */
export function parseRecord<N extends RecordName>(name: N, value: unknown): Records[N] | undefined {
  const result = schemas[name].safeParse(value)
  if (!result.success) console.warn(`Stored record "${name}" is not readable and is replaced by its default.`, result.error)
  return result.data
}

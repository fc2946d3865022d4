import * as z from 'zod/mini'
import { Id, Instant, Locale, shortText, TimeZone } from './primitives.ts'

export const User = z.object({
  id: Id,
  name: z.string(),
  /** Empty for a guest. */
  email: z.string(),
  /** Empty when there is none. */
  avatar: z.string(),
  isAnonymous: z.boolean(),
  locale: Locale,
  timeZone: z.string(),
  createdAt: Instant,
  plan: z.string(),
})
export type User = z.infer<typeof User>

export const UserPatch = z.strictObject({
  name: z.optional(shortText(80)),
  locale: z.optional(Locale),
  timeZone: z.optional(TimeZone),
})

/** An ID token is a JWT of one to two kilobytes. */
const MAX_ID_TOKEN_LENGTH = 8192

export const TokenExchange = z.strictObject({
  /** The identity provider's ID token. */
  authToken: z.string().check(z.minLength(1), z.maxLength(MAX_ID_TOKEN_LENGTH)),
})

export const ExchangedToken = z.object({
  /** Our own opaque session token. */
  authToken: z.string(),
})

export const SessionInfo = z.object({
  id: Id,
  /** The browser's or phone's description of itself, shortened. */
  device: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  current: z.boolean(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const Stats = z.object({
  /** The plan's limit of filters. */
  listenerLimit: z.int(),
  /** The number of the user's filters. */
  listenerCount: z.int(),
  /**
   * In this calendar month (UTC): polls that served at least one of the user's filters, plus the user's previews; previews
   * within a minute of typing count as one.
   */
  searchesUsedMonthly: z.int(),
  activeSearchesLeft: z.int(),
  matchesToday: z.int(),
  unseenMatches: z.int(),
})
export type Stats = z.infer<typeof Stats>

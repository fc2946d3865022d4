/** The records that the worker needs too. They hold nothing that comes from the server. */
import * as z from 'zod/mini'
import { Instant, Locale } from '../../../contract/primitives.ts'
import { THEMES } from './themes.ts'

// The content security policy forbids eval, which zod would try once to compile its parsers.
z.config({ jitless: true })

/** The stored part of the session; its two caches are separate records. */
export const Session = z.object({
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

const Theme = z.enum(THEMES)
export const Preferences = z.object({
  theme: Theme,
  /** Whether single keys act in the inbox; people who dictate need them off (WCAG 2.1.4). */
  shortcuts: z._default(z.boolean(), true),
  /** The chosen language, or that of the last visited page with a language in its URL. The worker uses it too. */
  locale: Locale,
  /** Whether it has yet to be saved to the account. */
  localeUnsaved: z._default(z.boolean(), false),
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

/** See `Records.deviceKey`. */
export const DeviceKey = z.nullable(z.string())

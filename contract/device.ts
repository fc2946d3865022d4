import * as z from 'zod/mini'
import { AttemptStatus } from './notifications.ts'
import { Id, Instant } from './primitives.ts'

/**
 * 65 bytes starting with 0x04, an uncompressed point (RFC 8291, section 3.1), in base64url without padding. The last character
 * carries only four bits, so each key has exactly one spelling. The server checks that the point is on P-256.
 */
const P256_POINT = /^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/
/** 16 bytes (RFC 8291, section 3.2) in base64url without padding; the last character carries only two bits. */
const AUTH_SECRET = /^[\w-]{21}[AQgw]$/

/** PushSubscription.toJSON(), W3C Push API. */
export const WebPushSubscription = z.object({
  endpoint: z.url().check(z.maxLength(1000)),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.object({
    p256dh: z.string().check(z.regex(P256_POINT)),
    auth: z.string().check(z.regex(AUTH_SECRET)),
  }),
})
export type WebPushSubscription = z.infer<typeof WebPushSubscription>

/** Created once by a browser or phone and kept there. The same key replaces the device's push address. */
const deviceKey = z.string().check(z.minLength(8), z.maxLength(100))
const userAgent = z.string().check(z.maxLength(500))
const token = z.string().check(z.minLength(8), z.maxLength(4096))

export const DeviceDraft = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webPush'), subscription: WebPushSubscription, deviceKey, userAgent }),
  z.strictObject({ kind: z.literal('fcm'), token, deviceKey, userAgent }),
  z.strictObject({ kind: z.literal('native'), token, deviceKey, userAgent }),
])
export type DeviceDraft = z.infer<typeof DeviceDraft>

/** A browser without notification permission reports that by its key. */
export const DeviceWithdrawal = z.strictObject({ deviceKey })

/**
 * `stale`: no contact for long; alerts are still sent, but other channels do not wait for it. `gone`: nothing is sent until it
 * registers again. `paused`: its push service currently accepts nothing from us.
 */
export const DeviceState = z.enum(['working', 'stale', 'gone', 'paused'])
export type DeviceState = z.infer<typeof DeviceState>

/** `provider`: reported by its push service; `permission`: the user has revoked it there; `silence`: no contact for too long. */
export const GoneReason = z.enum(['provider', 'permission', 'silence'])
export type GoneReason = z.infer<typeof GoneReason>

/** The last test message to a device. */
export const DeviceTest = z.object({
  at: Instant,
  /** The push service's answer; absent while the test is under way. */
  status: z.optional(AttemptStatus),
  detail: z.string(),
  /** When the device reported it as shown, by the server's clock like `at`. */
  shownAt: z.optional(Instant),
})
export type DeviceTest = z.infer<typeof DeviceTest>

/** The push address (endpoint, token) never leaves the server. Older servers omit the optional fields. */
export const Device = z.object({
  id: Id,
  kind: z.enum(['fcm', 'webPush', 'native']),
  deviceKey,
  userAgent,
  createdAt: Instant,
  refreshedAt: Instant,
  state: z.optional(DeviceState),
  /** The last registration or the last push that it showed. */
  lastContactAt: z.optional(Instant),
  shownAt: z.optional(Instant),
  gone: z.optional(z.object({ at: Instant, reason: GoneReason, detail: z.string() })),
  /** `misconfigured`: the service refuses our credentials, which the operator has to fix; `failing`: the service is down. */
  paused: z.optional(z.object({ since: Instant, reason: z.enum(['misconfigured', 'failing']) })),
  test: z.optional(DeviceTest),
  /**
   * Only in the answer to a registration: the push service has reported this very address as gone, so the app should register a
   * new one.
   */
  addressGone: z.optional(z.literal(true)),
})
export type Device = z.infer<typeof Device>

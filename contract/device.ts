import * as z from 'zod/mini'
import { AttemptStatus } from './notifications.ts'
import { Id, Instant } from './primitives.ts'

/**
 * 65 bytes that begin with 0x04, an uncompressed point (RFC 8291, section 3.1), in base64url without padding. The last
 * character carries four bits only: each key has exactly one spelling. The server checks that the point lies on P-256.
 */
const P256_POINT = /^B[A-P][\w-]{84}[AEIMQUYcgkosw048]$/
/** 16 bytes (RFC 8291, section 3.2) in base64url without padding; the last character carries two bits only. */
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

/** Made once by a browser or phone and kept there; the same key replaces the device's old address. */
const deviceKey = z.string().check(z.minLength(8), z.maxLength(100))
const userAgent = z.string().check(z.maxLength(500))
const token = z.string().check(z.minLength(8), z.maxLength(4096))

export const DeviceDraft = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webPush'), subscription: WebPushSubscription, deviceKey, userAgent }),
  z.strictObject({ kind: z.literal('fcm'), token, deviceKey, userAgent }),
  z.strictObject({ kind: z.literal('native'), token, deviceKey, userAgent }),
])
export type DeviceDraft = z.infer<typeof DeviceDraft>

/** A browser that finds the permission taken away says so by its key. */
export const DeviceWithdrawal = z.strictObject({ deviceKey })

/**
 * `stale`: nothing was heard of it for long; it is sent to all the same, but other channels do not wait for it. `gone`:
 * nothing is sent there until it registers anew. `paused`: its push service takes nothing from us for now.
 */
export const DeviceState = z.enum(['working', 'stale', 'gone', 'paused'])
export type DeviceState = z.infer<typeof DeviceState>

/** `provider`: its push service says so; `permission`: its user has taken the permission away there; `silence`: unheard of for too long. */
export const GoneReason = z.enum(['provider', 'permission', 'silence'])
export type GoneReason = z.infer<typeof GoneReason>

/** The last test message to a device. */
export const DeviceTest = z.object({
  at: Instant,
  /** What its push service answered; absent while it is on its way. */
  status: z.optional(AttemptStatus),
  detail: z.string(),
  /** When the device reported it as shown, by the server's clock as `at` is. */
  shownAt: z.optional(Instant),
})
export type DeviceTest = z.infer<typeof DeviceTest>

/** Where it takes push (endpoint, token) never leaves the server. What is optional here, older servers do not tell. */
export const Device = z.object({
  id: Id,
  kind: z.enum(['fcm', 'webPush', 'native']),
  deviceKey,
  userAgent,
  createdAt: Instant,
  refreshedAt: Instant,
  state: z.optional(DeviceState),
  /** Its last registration, or the last push that it showed. */
  lastContactAt: z.optional(Instant),
  shownAt: z.optional(Instant),
  gone: z.optional(z.object({ at: Instant, reason: GoneReason, detail: z.string() })),
  /** `misconfigured`: it refuses our credentials, which the operator has to mend; `failing`: it does not work itself. */
  paused: z.optional(z.object({ since: Instant, reason: z.enum(['misconfigured', 'failing']) })),
  test: z.optional(DeviceTest),
  /** In the answer to a registration: its push service has said that this very address is gone. Register another, if you can get one. */
  addressGone: z.optional(z.literal(true)),
})
export type Device = z.infer<typeof Device>

import * as z from 'zod/mini'
import { Id, Instant } from './primitives.ts'

/** PushSubscription.toJSON(), W3C Push API. */
export const WebPushSubscription = z.object({
  endpoint: z.url().check(z.maxLength(1000)),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.object({
    p256dh: z.string().check(z.maxLength(200)),
    auth: z.string().check(z.maxLength(100)),
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

export const Device = z.object({
  id: Id,
  kind: z.enum(['fcm', 'webPush', 'native']),
  deviceKey,
  userAgent,
  createdAt: Instant,
  refreshedAt: Instant,
})
export type Device = z.infer<typeof Device>

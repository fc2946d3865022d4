import * as z from 'zod/mini'

/** What the app must know of this installation before it can sign anyone in. */
export const AppConfig = z.object({
  identity: z.object({
    projectId: z.string(),
    apiKey: z.string(),
    authDomain: z.optional(z.string()),
    /** `host:port` of the identity emulator; absent with a real project. */
    emulatorHost: z.optional(z.string()),
  }),
  vapidPublicKey: z.string(),
  fcm: z.optional(
    z.object({
      appId: z.string(),
      messagingSenderId: z.string(),
      projectId: z.string(),
      apiKey: z.string(),
      vapidKey: z.string(),
    }),
  ),
  buildId: z.string(),
  /** Whether plans can be bought here. */
  plans: z.boolean(),
})
export type AppConfig = z.infer<typeof AppConfig>

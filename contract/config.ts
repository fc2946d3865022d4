import * as z from 'zod/mini'

/** The configuration of this installation that the app needs before sign-in. */
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
  /** Whether plans can be bought. */
  plans: z.boolean(),
})
export type AppConfig = z.infer<typeof AppConfig>

import * as z from 'zod/mini'

const token = z.string().check(z.minLength(1), z.maxLength(8192))

/** Neither shown nor stored: the server's answer to the token identifies the user. */
const user = z.object({
  id: z.optional(z.string().check(z.maxLength(200))),
  name: z.optional(z.string().check(z.maxLength(200))),
  email: z.optional(z.string().check(z.maxLength(254))),
  avatar: z.optional(z.string().check(z.maxLength(2000))),
})

/** The six actions that the mobile shell sends to the app. Tokens are the identity provider's ID tokens. */
export const ShellAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('loginSuccess'), user, token }),
  z.object({ action: z.literal('anonymousLoginSuccess'), token }),
  z.object({ action: z.literal('upgradeAccountSuccess'), user, token: z.optional(token) }),
  z.object({ action: z.literal('error'), message: z.string().check(z.maxLength(200)) }),
  z.object({ action: z.literal('setNotificationToken'), token: z.string().check(z.minLength(8), z.maxLength(4096)) }),
  z.object({ action: z.literal('log'), message: z.string().check(z.maxLength(1000)) }),
])
export type ShellAction = z.infer<typeof ShellAction>

/** Requests of the app to the shell. */
export const ShellRequest = z.discriminatedUnion('request', [
  z.object({ request: z.literal('createAnonymousAccount') }),
  z.object({ request: z.literal('login'), provider: z.enum(['google', 'email']) }),
  z.object({ request: z.literal('upgradeAccount'), provider: z.enum(['google', 'email']) }),
  z.object({ request: z.literal('logout') }),
  z.object({ request: z.literal('requestNotificationToken') }),
  z.object({ request: z.literal('openExternal'), url: z.url() }),
])
export type ShellRequest = z.infer<typeof ShellRequest>

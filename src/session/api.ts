import type * as z from 'zod/mini'
import type { UserPatch } from '../../contract/user.ts'
import type { Client } from '../api/client.ts'

/** The user of `token`, or of the session if there is none. */
export const readUser = (client: Client, token?: string) => client('readUser', {}, token ? { token } : {})
export const changeUser = (client: Client, patch: z.infer<typeof UserPatch>) => client('changeUser', { body: patch })
export const eraseUser = (client: Client) => client('eraseUser', {})
export const exportUser = (client: Client) => client('exportUser', {})
export const readStats = (client: Client) => client('readStats', {})

import { call } from './call.ts'
import type { Client } from './client.ts'
import { ApiError } from './errors.ts'

/**
 * Exchanges the identity provider's token for our session token. Nothing is returned when the server's answer holds
 * none (specification, section 5); other failures throw `ApiError`.
 */
export async function exchangeToken(idToken: string): Promise<string | undefined> {
  try {
    const { authToken } = await call('exchangeToken', { body: { authToken: idToken } })
    if (authToken) return authToken
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'answer_invalid') throw error
  }
  console.error('Invalid auth token received from server')
  return undefined
}

export const endSession = (client: Client) => client('endSession', {})
export const listSessions = (client: Client) => client('listSessions', {})
export const endOtherSession = (client: Client, id: string) => client('endOtherSession', { params: { id } })

import { call } from './call.ts'
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

import { call } from '../api/call.ts'
import { ApiError } from '../api/errors.ts'

/**
 * Exchanges the identity provider's token for our session token. The previous session's token is sent along: if it belongs to
 * the same user, the new session replaces it on the server, devices included. Undefined if the response has no token; other
 * failures throw `ApiError`.
 */
export async function exchangeToken(idToken: string, token: string | null): Promise<string | undefined> {
  try {
    const { authToken } = await call('exchangeToken', { body: { authToken: idToken } }, { token })
    if (authToken) return authToken
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'answer_invalid') throw error
  }
  console.error('Invalid auth token received from server')
  return undefined
}

import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { SECOND_MS } from '../../contract/time.ts'
import type { Clock } from '../runtime/clock.ts'
import { ServiceAccount } from '../settings.ts'
import type { Outbound, OutboundResponse } from './fetch.ts'
import { jsonOf } from './json.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_SECONDS = 3600
/** Renewed this long before it expires, so that no token expires during a call. */
const RENEW_BEFORE_MS = 300_000
const DEADLINE_MS = 15_000
const MAX_ANSWER_BYTES = 16_384

const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

export type GoogleAccess = {
  /**
   * An access token, or the token server's error answer.
   * @throws OutboundError when the token server is unreachable
   */
  token(): Promise<string | OutboundResponse>
  /** Discards a refused token: the next call fetches another. */
  forget(): void
}

type Dependencies = { outbound: Outbound; clock: Clock; serviceAccount: string; scope: string; privateHosts: readonly string[] }

/**
 * Access tokens of a service account for one scope (Google Identity, "Using OAuth 2.0 for Server to Server Applications").
 * @throws Error when the service account's JSON is invalid
 */
export function createGoogleAccess({ outbound, clock, serviceAccount, scope, privateHosts }: Dependencies): GoogleAccess {
  const account = ServiceAccount.parse(JSON.parse(serviceAccount))
  let access: { token: string; until: number } | undefined
  let renewing: Promise<string | OutboundResponse> | undefined

  async function renew(): Promise<string | OutboundResponse> {
    const now = clock.now().getTime()
    const issuedAt = Math.floor(now / SECOND_MS)
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ASSERTION_SECONDS)
      .sign(await importPKCS8(account.private_key, 'RS256'))
    const response = await outbound.fetch(account.token_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
      privateHosts,
    })
    const answer = TokenAnswer.safeParse(jsonOf(response.body))
    if (response.status !== 200 || !answer.success) return response
    access = { token: answer.data.access_token, until: now + answer.data.expires_in * SECOND_MS }
    return access.token
  }

  return {
    async token() {
      if (access && access.until - RENEW_BEFORE_MS > clock.now().getTime()) return access.token
      // Concurrent calls share one request.
      renewing ??= renew().finally(() => {
        renewing = undefined
      })
      return renewing
    },
    forget() {
      access = undefined
    },
  }
}

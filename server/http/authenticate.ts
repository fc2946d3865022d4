import type { FastifyRequest } from 'fastify'
import { sessionEnd } from '../identity/sessionEnd.ts'
import { hashSessionToken, isSessionToken } from '../identity/sessionToken.ts'
import { SESSION_VERIFIED_MS } from '../limits.ts'
import { findSession, type SessionRow, touchSession } from '../store/sessions.ts'
import type { UserRow } from '../store/users.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'

export type Authenticated = { user: UserRow; session: SessionRow }

/**
 * `acceptUnverified`: also accepts a session that the identity provider has not confirmed for a day. For reports of the service
 * worker: while the app is closed, it cannot sign in again.
 */
type AuthenticateOptions = { acceptUnverified?: boolean }

/**
 * The user behind the request's bearer token (RFC 6750).
 * @throws ApiProblem `session_invalid`, or `rate_limited` after many refused tokens from one address
 */
export async function authenticate(
  deps: HttpDependencies,
  request: FastifyRequest,
  options: AuthenticateOptions = {},
): Promise<Authenticated> {
  const found = await findAuthenticated(deps, request, options)
  if (found) return found
  await deps.limits.countFailure(request)
  throw new ApiProblem('session_invalid')
}

/** As {@link authenticate}; undefined when the token is missing, malformed, expired or unknown. */
export async function findAuthenticated(
  { db, clock, identityAccounts }: HttpDependencies,
  request: FastifyRequest,
  { acceptUnverified = false }: AuthenticateOptions = {},
): Promise<Authenticated | undefined> {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0 || !isSessionToken(token)) return undefined
  const now = clock.now()
  const found = await findSession(db, hashSessionToken(token), now)
  if (!found) return undefined
  // Without access to the provider's accounts, the user has to sign in again; the app does that without asking.
  const mustBeVerified = !identityAccounts && !acceptUnverified
  if (mustBeVerified && now.getTime() - found.session.verifiedAt.getTime() > SESSION_VERIFIED_MS) return undefined
  await touchSession(db, found.session, now, sessionEnd(found.session.createdAt, now))
  return found
}

import type { FastifyRequest } from 'fastify'
import { sessionEnd } from '../identity/sessionEnd.ts'
import { hashSessionToken, isSessionToken } from '../identity/sessionToken.ts'
import { SESSION_VERIFIED_MS } from '../limits.ts'
import { findSession, loadSessions, type SessionRow, touchSessions } from '../store/sessions.ts'
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
  if (!acceptUnverified && !isVerified(found.session, { identityAccounts, now })) return undefined
  await touchSessions(db, [found.session], now, sessionEnd)
  return found
}

/** Of these sessions, the ids of those whose tokens {@link authenticate} accepts. Each counts as used now. */
export async function listAccepted(
  { db, clock, identityAccounts }: Pick<HttpDependencies, 'db' | 'clock' | 'identityAccounts'>,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  const now = clock.now()
  const sessions = await loadSessions(db, sessionIds, now)
  const accepted = sessions.filter((session) => isVerified(session, { identityAccounts, now }))
  await touchSessions(db, accepted, now, sessionEnd)
  return new Set(accepted.map(({ id }) => id))
}

/** Without access to the provider's accounts, the user has to sign in again; the app does that without asking. */
function isVerified(
  { verifiedAt }: Pick<SessionRow, 'verifiedAt'>,
  { identityAccounts, now }: Pick<HttpDependencies, 'identityAccounts'> & { now: Date },
): boolean {
  return identityAccounts !== undefined || now.getTime() - verifiedAt.getTime() <= SESSION_VERIFIED_MS
}

import type { FastifyRequest } from 'fastify'
import { hashSessionToken, isSessionToken } from '../identity/sessionToken.ts'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '../limits.ts'
import { findSession, type SessionRow, touchSession } from '../store/sessions.ts'
import type { UserRow } from '../store/users.ts'
import type { HttpParts } from './parts.ts'
import { ApiProblem } from './problems.ts'

export type Authenticated = { user: UserRow; session: SessionRow }

/** The user behind the request's bearer token (RFC 6750). */
export async function authenticate({ db, clock }: HttpParts, request: FastifyRequest): Promise<Authenticated> {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0 || !isSessionToken(token))
    throw new ApiProblem('session_invalid')
  const now = clock.now()
  const found = await findSession(db, hashSessionToken(token), now)
  if (!found) throw new ApiProblem('session_invalid')
  await touchSession(db, found.session, now, sessionEnd(found.session.createdAt, now))
  return found
}

/** When a session that is used now ends if it is not used again. */
export function sessionEnd(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_ABSOLUTE_MS))
}

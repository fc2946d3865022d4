import type { FastifyInstance } from 'fastify'
import { IdentityTokenInvalid, IdentityUnavailable } from '../identity/idToken.ts'
import { isSignInAccepted, startSession } from '../identity/signIn.ts'
import * as store from '../store/sessions.ts'
import { isKnownIdentity } from '../store/users.ts'
import { findAuthenticated } from './authenticate.ts'
import type { HttpDependencies } from './dependencies.ts'
import { MAX_SESSIONS, SESSION_STARTS } from './limits.ts'
import { preferredLocale } from './locale.ts'
import { ApiProblem } from './problems.ts'
import { serve, serveWrite } from './route.ts'

const IDENTITY_RETRY_SECONDS = 5

export function serveSessions(app: FastifyInstance, deps: HttpDependencies): void {
  serve(app, deps, 'exchangeToken', async ({ body, request }) => {
    const identity = await orProblem(deps.idTokens.verify(body.authToken))
    const { profile } = identity
    await deps.limits.take(SESSION_STARTS, profile.identity)
    if (!(await isSignInAccepted(deps, identity))) throw new ApiProblem('identity_token_invalid')
    if (profile.isAnonymous && !(await isKnownIdentity(deps.db, profile.identity))) await deps.limits.admitGuest(request)
    const former = await findAuthenticated(deps, request, { acceptUnverified: true })
    const now = deps.clock.now()
    const token = await orProblem(
      startSession(deps.db, identity, {
        now,
        locale: preferredLocale(request),
        userAgent: request.headers['user-agent'],
        former: former && { userId: former.user.id, sessionId: former.session.id },
        maxSessions: MAX_SESSIONS,
      }),
    )
    return { authToken: token }
  })

  serveWrite(app, deps, 'endSession', async ({ tx, user, session }) => {
    await store.deleteSession(tx, user.id, session.id)
  })

  serveWrite(app, deps, 'endOtherSessions', async ({ tx, user, session }) => {
    await store.endOtherSessions(tx, user.id, session)
  })

  serve(app, deps, 'listSessions', async ({ user, session }) =>
    (await store.listSessions(deps.db, user.id, deps.clock.now())).map((row) => ({
      id: row.id,
      device: row.device,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      current: row.id === session.id,
    })),
  )

  serveWrite(app, deps, 'endOtherSession', async ({ tx, user, session, params }) => {
    if ((await store.endOtherSessions(tx, user.id, session, params.id)) === 0) throw new ApiProblem('not_found')
  })
}

/** @throws ApiProblem `identity_token_invalid`, `identity_unavailable` */
async function orProblem<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (error instanceof IdentityTokenInvalid) throw new ApiProblem('identity_token_invalid')
    if (error instanceof IdentityUnavailable) {
      throw new ApiProblem('identity_unavailable', { retryAfterSeconds: IDENTITY_RETRY_SECONDS })
    }
    throw error
  }
}

import type { FastifyInstance } from 'fastify'
import { deviceName } from '../../contract/deviceName.ts'
import { isSignInValid } from '../identity/accounts.ts'
import { IdentityTokenInvalid, IdentityUnavailable, type VerifiedIdentity } from '../identity/idToken.ts'
import { makeSessionToken } from '../identity/sessionToken.ts'
import { newId } from '../store/ids.ts'
import * as store from '../store/sessions.ts'
import { isErasedSince, isKnownIdentity, saveIdentity } from '../store/users.ts'
import { findAuthenticated, sessionEnd } from './authenticate.ts'
import type { HttpDependencies } from './dependencies.ts'
import { MAX_SESSIONS, SESSION_STARTS } from './limits.ts'
import { preferredLocale } from './locale.ts'
import { ApiProblem } from './problems.ts'
import { serve, serveWrite } from './route.ts'

const IDENTITY_RETRY_SECONDS = 5
const NO_DEVICE = 'Unknown device'

export function serveSessions(app: FastifyInstance, deps: HttpDependencies): void {
  serve(app, deps, 'exchangeToken', async ({ body, request }) => {
    const identity = await verifyIdToken(deps, body.authToken)
    const { profile, signedInAt } = identity
    await deps.limits.take(SESSION_STARTS, profile.identity)
    await rejectInvalidSignIn(deps, identity)
    if (profile.isAnonymous && !(await isKnownIdentity(deps.db, profile.identity))) await deps.limits.admitGuest(request)
    const former = await findAuthenticated(deps, request, { acceptUnverified: true })
    const { token, tokenHash } = makeSessionToken()
    const now = deps.clock.now()
    await deps.db.transaction().execute(async (tx) => {
      if (await isErasedSince(tx, profile.identity, signedInAt)) throw new ApiProblem('identity_token_invalid')
      const user = await saveIdentity(tx, profile, preferredLocale(request), now)
      if (await store.isSignInEnded(tx, user.id, signedInAt)) throw new ApiProblem('identity_token_invalid')
      const device = request.headers['user-agent'] ? deviceName(request.headers['user-agent']) : NO_DEVICE
      const times = { createdAt: now, expiresAt: sessionEnd(now, now), signedInAt }
      const session = { id: newId(), userId: user.id, tokenHash, device, ...times }
      await store.insertSession(tx, session, MAX_SESSIONS)
      // When the app renews its token, or a guest becomes an account, the browser keeps one session.
      if (former?.user.id === user.id) await store.replaceSession(tx, user.id, { from: former.session.id, to: session.id })
    })
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

async function verifyIdToken({ idTokens }: HttpDependencies, idToken: string): Promise<VerifiedIdentity> {
  try {
    return await idTokens.verify(idToken)
  } catch (error) {
    if (error instanceof IdentityTokenInvalid) throw new ApiProblem('identity_token_invalid')
    if (error instanceof IdentityUnavailable) {
      throw new ApiProblem('identity_unavailable', { retryAfterSeconds: IDENTITY_RETRY_SECONDS })
    }
    throw error
  }
}

/**
 * An ID token stays valid for an hour even if the account is disabled or deleted meanwhile, so the provider is asked. If it is
 * unreachable, the token is accepted, and the daily session check follows later.
 * @throws ApiProblem `identity_token_invalid`
 */
async function rejectInvalidSignIn(
  { identityAccounts, log }: HttpDependencies,
  { subject, signedInAt }: VerifiedIdentity,
): Promise<void> {
  try {
    const account = (await identityAccounts?.lookUp([subject]))?.get(subject)
    if (account && !isSignInValid(account, signedInAt)) throw new ApiProblem('identity_token_invalid')
  } catch (error) {
    if (!(error instanceof IdentityUnavailable)) throw error
    log.warn({ err: error }, 'sign-in accepted without asking the identity provider for the account')
  }
}

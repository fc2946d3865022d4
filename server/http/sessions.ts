import type { FastifyInstance } from 'fastify'
import { deviceName } from '../../contract/deviceName.ts'
import { IdentityTokenInvalid, IdentityUnavailable } from '../identity/idToken.ts'
import { makeSessionToken } from '../identity/sessionToken.ts'
import { newId } from '../store/ids.ts'
import * as store from '../store/sessions.ts'
import { saveIdentity } from '../store/users.ts'
import { sessionEnd } from './authenticate.ts'
import { preferredLocale } from './locale.ts'
import type { HttpParts } from './parts.ts'
import { ApiProblem } from './problems.ts'
import { serve, serveWrite } from './route.ts'

const IDENTITY_RETRY_SECONDS = 5
const NO_DEVICE = 'Unknown device'

export function serveSessions(app: FastifyInstance, parts: HttpParts): void {
  serve(app, parts, 'exchangeToken', async ({ body, request }) => {
    const profile = await parts.idTokens.verify(body.authToken).catch((error) => {
      if (error instanceof IdentityTokenInvalid) throw new ApiProblem('identity_token_invalid')
      if (error instanceof IdentityUnavailable) {
        throw new ApiProblem('identity_unavailable', { retryAfterSeconds: IDENTITY_RETRY_SECONDS })
      }
      throw error
    })
    const { token, tokenHash } = makeSessionToken()
    const now = parts.clock.now()
    await parts.db.transaction().execute(async (tx) => {
      const user = await saveIdentity(tx, profile, preferredLocale(request))
      await store.insertSession(tx, {
        id: newId(),
        userId: user.id,
        tokenHash,
        device: request.headers['user-agent'] ? deviceName(request.headers['user-agent']) : NO_DEVICE,
        expiresAt: sessionEnd(now, now),
      })
    })
    return { authToken: token }
  })

  serveWrite(app, parts, 'endSession', async ({ tx, user, session }) => {
    await store.deleteSession(tx, user.id, session.id)
  })

  serve(app, parts, 'listSessions', async ({ user, session }) =>
    (await store.listSessions(parts.db, user.id, parts.clock.now())).map((row) => ({
      id: row.id,
      device: row.device,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      current: row.id === session.id,
    })),
  )

  serveWrite(app, parts, 'endOtherSession', async ({ tx, user, params }) => {
    if (!(await store.deleteSession(tx, user.id, params.id))) throw new ApiProblem('not_found')
  })
}

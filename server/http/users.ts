import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportUser } from '../accounts/export.ts'
import { readStats } from '../accounts/stats.ts'
import { toUser } from '../accounts/users.ts'
import { retryingDeadlocks } from '../database/pool.ts'
import { subjectOf } from '../identity/accounts.ts'
import { IdentityUnavailable } from '../identity/idToken.ts'
import { changeUser, eraseUsers, noteErased } from '../store/users.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'
import { serve, serveWrite } from './route.ts'

export function serveUsers(app: FastifyInstance, deps: HttpDependencies): void {
  const { db, clock, log } = deps

  serve(app, deps, 'readUser', ({ user }) => toUser(db, user, clock.now()))

  serveWrite(app, deps, 'changeUser', async ({ tx, user, body }) => toUser(tx, await changeUser(tx, user.id, body), clock.now()))

  // Not with serveWrite: the account at the identity provider is deleted after the transaction.
  serve(app, deps, 'eraseUser', async ({ user }) => {
    await retryingDeadlocks(() =>
      db.transaction().execute(async (tx) => {
        await noteErased(tx, user.identity, clock.now())
        await eraseUsers(tx, [user.id])
      }),
    )
    await deps.identityAccounts?.remove(subjectOf(user.identity)).catch((error) => {
      if (!(error instanceof IdentityUnavailable)) throw error
      log.warn({ err: error }, 'erased account could not be deleted at the identity provider')
    })
  })

  const exporting = new Set<string>()
  serve(app, deps, 'exportUser', async ({ user, request }) => {
    const now = clock.now()
    const shown = await toUser(db, user, now)
    if (exporting.has(user.id)) throw new ApiProblem('export_running')
    // Nothing between here and the listener may throw: only the stream's `close` removes the entry.
    exporting.add(user.id)
    const stream = Readable.from(exportUser(db, shown, now))
    const { socket } = request.raw
    const leave = () => stream.destroy()
    stream.once('close', () => {
      exporting.delete(user.id)
      socket.off('close', leave)
    })
    stream.once('error', (error) => request.log.warn({ err: error }, 'export aborted'))
    socket.once('close', leave)
    return stream
  })

  serve(app, deps, 'readStats', ({ user }) => readStats(db, user.id, clock.now()))
}

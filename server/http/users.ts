import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { User } from '../../contract/user.ts'
import { exportUser } from '../account/export.ts'
import { planOf } from '../account/plans.ts'
import { type Db, retryingDeadlocks } from '../database/pool.ts'
import { subjectOf } from '../identity/accounts.ts'
import { IdentityUnavailable } from '../identity/idToken.ts'
import { countEnabledFilters, countFilters, listFilters } from '../store/filters.ts'
import { countMatches } from '../store/matches.ts'
import { searchesInMonth, sumPolls } from '../store/searches.ts'
import { changeUser, eraseUsers, noteErased, type UserRow } from '../store/users.ts'
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

  serve(app, deps, 'readStats', async ({ user }) => {
    const now = clock.now()
    const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
    const dayStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
    const [plan, listenerCount, enabledCount, filters, matches, searches] = await Promise.all([
      planOf(db, user.id, now),
      countFilters(db, user.id),
      countEnabledFilters(db, user.id),
      listFilters(db, user.id),
      countMatches(db, user.id, dayStart),
      searchesInMonth(db, user.id, now),
    ])
    const first = filters[0]
    const since = first && Date.parse(first.createdAt) > monthStart.getTime() ? new Date(first.createdAt) : monthStart
    const marketplaces = filters.some((filter) => filter.marketplaces.length === 0)
      ? []
      : [...new Set(filters.flatMap((filter) => filter.marketplaces))]
    return {
      listenerLimit: plan.filterLimit,
      listenerCount,
      searchesUsedMonthly: searches + (first ? await sumPolls(db, since, marketplaces) : 0),
      activeSearchesLeft: Math.max(0, plan.filterLimit - enabledCount),
      matchesToday: matches.today,
      unseenMatches: matches.unseen,
    }
  })
}

async function toUser(db: Db, row: UserRow, now: Date): Promise<User> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    avatar: row.avatar,
    isAnonymous: row.isAnonymous,
    locale: row.locale,
    timeZone: row.timeZone,
    createdAt: row.createdAt.toISOString(),
    plan: (await planOf(db, row.id, now)).id,
  }
}

import type { FastifyInstance } from 'fastify'
import { toFeedLink } from '../accounts/feedLinks.ts'
import * as store from '../store/feedLinks.ts'
import { findFilter } from '../store/filters.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'
import { serve, serveWrite } from './route.ts'

/** The user's secret URLs. Answers with one are not stored for idempotency, because the database must not contain them. */
export function serveFeedLinks(app: FastifyInstance, deps: HttpDependencies): void {
  const { db, clock, secrets, settings } = deps
  const shown = (row: store.FeedLinkRow) => toFeedLink(secrets, settings.publicUrl, row)

  serve(app, deps, 'listFeedLinks', async ({ user }) => (await store.listFeedLinks(db, user.id)).map(shown))

  serve(app, deps, 'createFeedLink', ({ user, body }) =>
    db.transaction().execute(async (tx) => {
      if (body.filterId && !(await findFilter(tx, user.id, body.filterId))) throw new ApiProblem('not_found')
      return shown(await store.saveFeedLink(tx, user.id, body, clock.now()))
    }),
  )

  serve(app, deps, 'renewFeedLink', ({ user, params }) =>
    db.transaction().execute(async (tx) => {
      const old = await store.deleteFeedLink(tx, user.id, params.id)
      if (!old) throw new ApiProblem('not_found')
      return shown(await store.saveFeedLink(tx, user.id, old, clock.now()))
    }),
  )

  serveWrite(app, deps, 'deleteFeedLink', async ({ tx, user, params }) => {
    await store.deleteFeedLink(tx, user.id, params.id)
  })
}

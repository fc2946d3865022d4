import type { FastifyInstance } from 'fastify'
import { toFeedLink } from '../account/feedLinks.ts'
import * as store from '../store/feedLinks.ts'
import { findFilter } from '../store/filters.ts'
import type { HttpParts } from './parts.ts'
import { ApiProblem } from './problems.ts'
import { serve, serveWrite } from './route.ts'

/** The user's secret addresses. Answers that hold one are not kept for repeats: it stands nowhere in the database. */
export function serveFeedLinks(app: FastifyInstance, parts: HttpParts): void {
  const { db, clock, secrets, settings } = parts
  const shown = (row: store.FeedLinkRow) => toFeedLink(secrets, settings.publicUrl, row)

  serve(app, parts, 'listFeedLinks', async ({ user }) => (await store.listFeedLinks(db, user.id)).map(shown))

  serve(app, parts, 'createFeedLink', ({ user, body }) =>
    db.transaction().execute(async (tx) => {
      if (body.filterId && !(await findFilter(tx, user.id, body.filterId))) throw new ApiProblem('not_found')
      return shown(await store.saveFeedLink(tx, user.id, body, clock.now()))
    }),
  )

  serve(app, parts, 'renewFeedLink', ({ user, params }) =>
    db.transaction().execute(async (tx) => {
      const old = await store.deleteFeedLink(tx, user.id, params.id)
      if (!old) throw new ApiProblem('not_found')
      return shown(await store.saveFeedLink(tx, user.id, old, clock.now()))
    }),
  )

  serveWrite(app, parts, 'deleteFeedLink', async ({ tx, user, params }) => {
    await store.deleteFeedLink(tx, user.id, params.id)
  })
}

import type { FastifyInstance } from 'fastify'
import { DEFAULT_PAGE_SIZE } from '../../contract/calls.ts'
import { previewFilter } from '../search/preview.ts'
import { PreviewCounter } from '../search/previewCounter.ts'
import type { HttpDependencies } from './dependencies.ts'
import { validCriteria } from './filters.ts'
import { serve } from './route.ts'

export function servePreviews(app: FastifyInstance, deps: HttpDependencies): void {
  const counter = new PreviewCounter(deps)

  serve(app, deps, 'testFilter', async ({ user, body, query, request }) => {
    const criteria = validCriteria(deps, body)
    const { limit = DEFAULT_PAGE_SIZE } = query
    const found = await deps.heavyWork.run('preview', request, user.id, (db, signal) =>
      previewFilter({ ...deps, db }, criteria, limit, signal),
    )
    await counter.count(user.id)
    return found
  })
}

import type { FastifyInstance } from 'fastify'
import { parseKeywords } from '../../contract/keywords.ts'
import { listSpellings } from '../search/spellings.ts'
import type { HttpDependencies } from './dependencies.ts'
import { invalid } from './problems.ts'
import { serve } from './route.ts'

export function serveSpellings(app: FastifyInstance, deps: HttpDependencies): void {
  serve(app, deps, 'listSpellings', ({ user, body, request }) => {
    const { terms, faults } = parseKeywords(body.keywords, { hasOtherCriterion: true })
    if (faults.length > 0) throw invalid(...faults.map((fault) => ({ path: 'keywords', ...fault })))
    const now = deps.clock.now()
    return deps.heavyWork.run('spellings', request, user.id, ({ db }, signal) =>
      listSpellings(db, terms, body.wordMatch, now, signal),
    )
  })
}

import type { FastifyInstance } from 'fastify'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'
import { serve } from './route.ts'

export function serveLocation(app: FastifyInstance, deps: HttpDependencies): void {
  serve(app, deps, 'findLocation', async ({ params, query }) => {
    const found = deps.postalCodes.find(params.zip, query.country)
    if (!found) throw new ApiProblem('location_unknown')
    return found
  })
}

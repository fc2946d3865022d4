import type { FastifyInstance } from 'fastify'
import type { HttpParts } from './parts.ts'
import { ApiProblem } from './problems.ts'
import { serve } from './route.ts'

export function serveLocation(app: FastifyInstance, parts: HttpParts): void {
  serve(app, parts, 'findLocation', async ({ params, query }) => {
    const found = parts.postalCodes.find(params.zip, query.country)
    if (!found) throw new ApiProblem('location_unknown')
    return found
  })
}

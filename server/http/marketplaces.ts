import type { FastifyInstance } from 'fastify'
import { listMarketplaces } from '../polling/marketplaces.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'
import { serve } from './route.ts'

export function serveMarketplaces(app: FastifyInstance, deps: HttpDependencies): void {
  serve(app, deps, 'listMarketplaces', () => listMarketplaces(deps))

  serve(app, deps, 'readMarketplace', async ({ params }) => {
    const marketplace = (await listMarketplaces(deps)).find(({ id }) => id === params.id)
    if (!marketplace) throw new ApiProblem('not_found')
    return marketplace
  })
}

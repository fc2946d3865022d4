import type { FastifyInstance } from 'fastify'
import type { Marketplace } from '../../contract/marketplace.ts'
import { healthOf } from '../polling/health.ts'
import { listMarketplaceHealth } from '../store/searches.ts'
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

/** All watched marketplaces with their health. */
export async function listMarketplaces({
  db,
  clock,
  registry,
}: Pick<HttpDependencies, 'db' | 'clock' | 'registry'>): Promise<Marketplace[]> {
  const rows = new Map((await listMarketplaceHealth(db)).map((row) => [row.marketplace, row]))
  return registry.all.map((connector) => ({
    id: connector.id,
    name: connector.name,
    ...(connector.country ? { country: connector.country } : {}),
    ...(connector.currency ? { currency: connector.currency } : {}),
    ...(connector.homePage ? { homePage: connector.homePage } : {}),
    demo: connector.demo,
    ownSection: connector.terms.ownSection,
    criteria: [...connector.criteria],
    health: healthOf(rows.get(connector.id), clock.now()),
  }))
}

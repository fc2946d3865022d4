import type { Marketplace } from '../../contract/marketplace.ts'
import type { Db } from '../database/pool.ts'
import type { Registry } from '../marketplaces/registry.ts'
import type { Clock } from '../runtime/clock.ts'
import { listMarketplaceHealth } from '../store/searches.ts'
import { healthOf } from './health.ts'

/** All watched marketplaces with their health. */
export async function listMarketplaces({
  db,
  clock,
  registry,
}: {
  db: Db
  clock: Clock
  registry: Registry
}): Promise<Marketplace[]> {
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

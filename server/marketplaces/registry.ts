import type { Connector } from './connector.ts'

/** The connectors of this installation by id. */
export type Registry = {
  readonly all: readonly Connector[]
  get(id: string): Connector | undefined
}

/**
 * @throws Error when two connectors share an id, or one connector has two searches with the same key: their stored rows would mix.
 */
export function createRegistry(connectors: readonly Connector[]): Registry {
  const byId = new Map<string, Connector>()
  for (const connector of connectors) {
    if (byId.has(connector.id)) throw new Error(`two connectors are called "${connector.id}"`)
    const keys = connector.searches.map((search) => search.key)
    if (new Set(keys).size !== keys.length) throw new Error(`connector "${connector.id}" has two searches with the same key`)
    byId.set(connector.id, connector)
  }
  return { all: [...byId.values()], get: (id) => byId.get(id) }
}

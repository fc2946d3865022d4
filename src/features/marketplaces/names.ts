import type { Marketplace } from '../../../contract/marketplace.ts'
import { atom } from '../../store/store.ts'
import { filterOptions, marketplaces } from './resources.ts'

type Named = Pick<Marketplace, 'id' | 'name' | 'demo'> & { ownSection: boolean }

/** The name of each marketplace, from whichever list is loaded. */
export const namedMarketplacesAtom = atom<ReadonlyMap<string, Named>>((get) => {
  const named = new Map<string, Named>()
  for (const one of get(filterOptions.atom).value?.marketplaces ?? []) named.set(one.id, { ...one, ownSection: false })
  for (const one of get(marketplaces.atom).value ?? []) named.set(one.id, one)
  return named
})

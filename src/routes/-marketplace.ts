import { notFound } from '@tanstack/react-router'
import type { Marketplace } from '../../contract/marketplace.ts'
import { errorCode } from '../api/errors.ts'
import { readMarketplace } from '../api/marketplaces.ts'
import type { RouterContext } from '../router.tsx'
import { marketplaces } from '../state/resources.ts'
import { servicesAtom } from '../state/services.ts'

/** A marketplace from the rendered page's data, the API or, offline, an earlier response. */
export async function marketplaceOf({ marketplaces: given, store }: RouterContext, id: string): Promise<Marketplace> {
  if (given) return given.find((one) => one.id === id) ?? missing()
  try {
    return await readMarketplace(store.get(servicesAtom).client, id)
  } catch (error) {
    if (errorCode(error) === 'not_found') return missing()
    const known = store.get(marketplaces.atom).value?.find((one) => one.id === id)
    if (known) return known
    throw error
  }
}

function missing(): never {
  throw notFound()
}

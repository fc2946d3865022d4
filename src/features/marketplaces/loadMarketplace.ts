import { notFound } from '@tanstack/react-router'
import type { Marketplace } from '../../../contract/marketplace.ts'
import { errorCode } from '../../api/errors.ts'
import { servicesAtom } from '../../services/services.ts'
import type { Store } from '../../store/store.ts'
import { readMarketplace } from './api.ts'
import { marketplaces } from './resources.ts'

type Context = { marketplaces?: readonly Marketplace[]; store: Store }

/** A marketplace from the rendered page's data, the API or, offline, an earlier response. */
export async function marketplaceOf({ marketplaces: given, store }: Context, id: string): Promise<Marketplace> {
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

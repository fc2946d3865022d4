import { notFound } from '@tanstack/react-router'
import type { Marketplace } from '../../contract/marketplace.ts'
import { call } from '../api/call.ts'
import { errorCode } from '../api/errors.ts'
import type { RouterContext } from '../router.tsx'
import { marketplaces } from '../state/resources.ts'

/** One marketplace: from what the page was rendered with, the API, or, offline, what was read before. */
export async function marketplaceOf({ marketplaces: given, store }: RouterContext, id: string): Promise<Marketplace> {
  if (given) return given.find((one) => one.id === id) ?? missing()
  try {
    return await call('readMarketplace', { params: { id } })
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
